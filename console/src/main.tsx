// First: before any schema is used.
import './platform/zod-without-eval.ts'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'
import './shell/page.css'
import { initialLanguage, startLanguage } from './language/language.ts'
import { ConfigError, loadConfig } from './platform/config.ts'
import { useSettings } from './platform/settings-store.ts'

const [mistakes] = await Promise.all([
  loadConfig().then(() => undefined, mistakesOf),
  startLanguage(initialLanguage(useSettings.getState().lang, navigator.languages), ['shell', 'errors']),
])

const element = document.getElementById('root')
if (!element) throw new Error('the page has no #root')
const root = createRoot(element)
if (mistakes) {
  // Not awaited: the chunk waits for this module, which would wait for it.
  void import('./shell/config-mistake.tsx').then(({ ConfigMistake }) =>
    root.render(<ConfigMistake mistakes={mistakes} />),
  )
} else root.render(<App />)

// Chinese glyphs for machines without a Chinese font; after the first paint, fetched by range when really needed.
void import('./shell/chinese-font.ts')

function mistakesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.mistakes
  throw error
}
