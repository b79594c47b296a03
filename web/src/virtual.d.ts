declare module "virtual:laws" {
  const address: string;
  export default address;
}
declare module "virtual:words/de" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:words/en" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:clauses/de" {
  const clauses: Record<string, string>;
  export default clauses;
}
declare module "virtual:clauses/en" {
  const clauses: Record<string, string>;
  export default clauses;
}
declare module "virtual:options/de" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:options/en" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:cups/de" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:cups/en" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:puzzles/de" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:puzzles/en" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:pads/de" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
declare module "virtual:pads/en" {
  const words: Record<string, Record<string, string>>;
  export default words;
}
