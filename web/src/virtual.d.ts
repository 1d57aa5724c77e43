/** Made by language_files.ts: the own name of each language, and what loads its words, those common to all games, those
 * of each for setting up a table and for playing at one, the prose of its rules, and those of what is spoken of on some pages only. */
declare module "virtual:words" {
  type Load = () => Promise<{ default: string }>;
  const languages: Record<string, { name: string; common: Load; games: Record<string, Load>; tables: Record<string, Load>; prose: Record<string, Load>; topics: Record<string, Load> }>;
  export default languages;
}
