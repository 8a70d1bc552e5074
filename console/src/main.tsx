import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import './app/page.css'
import { initialLanguage, startLanguage } from './language/language.ts'
import { loadConfig } from './platform/config.ts'
import { useSettings } from './platform/settings-store.ts'

await Promise.all([
  loadConfig(),
  startLanguage(initialLanguage(useSettings.getState().lang, navigator.languages), ['shell', 'errors']),
])

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(<App />)

// Chinese glyphs for machines without a Chinese font; after the first paint, fetched by range when really needed.
void import('./app/chinese-font.ts')
