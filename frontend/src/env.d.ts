/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:words' {
  /** What each language calls itself. */
  export const names: Record<string, string>
  export const load: Record<string, () => Promise<{ default: import('../plugins/catalogue').LanguageTexts }>>
}

declare module 'virtual:art' {
  const art: Record<string, { inner: string; light: string; dark: string }>
  export default art
}
