import { mount } from 'svelte'
import App from './App.svelte'
import './style/theme.css'
import './style/base.css'

mount(App, { target: document.getElementById('app')! })

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined))
}
