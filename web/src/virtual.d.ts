/** Made by language_files.ts: the own name of each language, and what loads its words, those common to all games, those
 * of each for setting up a table and for playing at one, the prose of its rules, the words of the problems, and those of open hands. */
declare module "virtual:words" {
  type Load = () => Promise<{ default: string }>;
  const languages: Record<string, { name: string; common: Load; games: Record<string, Load>; tables: Record<string, Load>; prose: Record<string, Load>; problems: Load; study: Load }>;
  export default languages;
}
