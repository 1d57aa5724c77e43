/** Made by language_files.ts: what loads the words of each language, those common to all games and those of each. */
declare module "virtual:words" {
  type Load = () => Promise<{ default: string }>;
  const languages: Record<string, { common: Load; games: Record<string, Load> }>;
  export default languages;
}
