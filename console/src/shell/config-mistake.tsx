import { useLayoutEffect } from 'react'
import { paintPage, platformColour } from '../components/theme/theme.ts'
import { useThemeMode } from '../components/theme/use-theme-mode.ts'
import { useText } from '../language/language.ts'
import { usePageTitle } from '../session/page-title.ts'
import './config-mistake.css'

/** Shown in place of the console when its `config.json` cannot be used: the mistakes, for its author. */
export function ConfigMistake({ mistakes }: { mistakes: readonly string[] }) {
  const t = useText('shell')
  const [mode] = useThemeMode()
  useLayoutEffect(() => paintPage(mode, platformColour(undefined)), [mode])
  usePageTitle(t('configMistake.title'))
  return (
    <main className="config-mistake">
      <section role="alert">
        <h1>{t('configMistake.title')}</h1>
        <p>{t('configMistake.text')}</p>
        <ul>
          {mistakes.map((mistake) => (
            <li key={mistake}>
              <code>{mistake}</code>
            </li>
          ))}
        </ul>
        <button type="button" onClick={() => location.reload()}>
          {t('configMistake.again')}
        </button>
      </section>
    </main>
  )
}
