import { mount } from 'svelte'
import App from './App.svelte'
import { ApiError } from './net/api'
import { speak } from './words/catalogue.svelte'
import './style/theme.css'
import './generated/pieces.css'
import './style/base.css'

// That the server is out of reach is said at the head of every page, whatever it was asked for.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof ApiError && event.reason.status === 0) event.preventDefault()
})

await speak()
mount(App, { target: document.getElementById('app')! })

/** Has the browser keep the files of the page for when the network is away. */
function keepFiles(): void {
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete')
    keepFiles() // all had loaded while the texts were on their way
  else addEventListener('load', keepFiles)
}
