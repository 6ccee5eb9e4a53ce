/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:words' {
  const words: import('../plugins/catalogue').Catalogue
  export default words
}

declare module 'virtual:art' {
  const art: Record<string, { inner: string; light: string; dark: string }>
  export default art
}
