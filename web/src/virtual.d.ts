/** Made by vite.config.ts: what the lobby says of each game. */
declare module "virtual:games/*" {
  const messages: string;
  export default messages;
}
