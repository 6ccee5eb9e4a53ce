/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:words' {
  const words: Record<'en' | 'fr', Record<string, string>>
  export default words
}

declare module 'virtual:art' {
  const art: Record<string, { inner: string; light: string; dark: string }>
  export default art
}
