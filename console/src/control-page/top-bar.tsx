import { call } from './api.ts'
import { count, dateTime } from './format.ts'
import { useTick } from './live.ts'
import { Button } from './parts.tsx'
import { nowMs, setLanguage, setTheme, useControl } from './store.ts'
import { named, t } from './text.ts'

const PAGES = [
  ['/', 'bar.console'],
  ['/metrics', 'bar.metrics'],
  ['/docs', 'bar.docs'],
  ['/manual/', 'bar.manual'],
] as const
/** Within a console there is no server whose pages these are, and the console is there. */
const isFramed = parent !== window

/** Always in sight: the time of the platform, how it does, and whether it is heard. */
export function TopBar() {
  const { live, isHeard, theme, language } = useControl()
  const state = live?.state
  const isPaused = state?.clock.rate === 0
  const toggle = () => call('/control/clock', { action: isPaused ? 'resume' : 'pause' }).catch(() => {})
  return (
    <header>
      <strong className="brand">Backlot</strong>
      <div className="clock">
        <Time />
        <span className={`pace ${state && state.clock.rate !== 1 ? 'odd' : ''}`}>
          {state && (isPaused ? t('clock.paused') : `×${state.clock.rate}`)}
        </span>
        <Button
          kind="small icon"
          name={isPaused ? t('bar.resume') : t('bar.pause')}
          title={isPaused ? t('bar.resume') : t('bar.pause')}
          onPress={toggle}
        >
          {isPaused ? '▶' : '❚❚'}
        </Button>
      </div>
      <div className="heard" role="status">
        <span className={`dot ${isHeard === undefined ? 'off' : isHeard ? 'good' : 'bad'}`} />
        <span>{isHeard === undefined ? t('bar.connecting') : isHeard ? t('bar.live') : t('bar.lost')}</span>
      </div>
      {state && state.troubles.length > 0 && (
        <strong className="trouble" role="alert">
          {t('bar.trouble', { what: state.troubles.map(({ kind }) => named(`event.${kind}`)).join(', ') })}
        </strong>
      )}
      <ul className="facts-line">
        {state && (
          <>
            <li>
              {t('bar.devices', {
                online: count(state.kinds.reduce((sum, { online }) => sum + online, 0)),
                total: count(state.kinds.reduce((sum, { total }) => sum + total, 0)),
              })}
            </li>
            <li>{t('bar.sessions', { count: count(state.sessions) })}</li>
            <li>{t('bar.streams', { count: count(state.streams) })}</li>
            <li>{t('bar.alarms', { count: count(state.alarmsStored) })}</li>
            <li>{t('bar.seed', { seed: state.seed })}</li>
          </>
        )}
      </ul>
      <div className="links">
        {(isFramed ? [] : PAGES).map(([href, text]) => (
          <a key={href} href={href} target="_blank" rel="noopener">
            {t(text)}
          </a>
        ))}
        <Button kind="small" onPress={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
          {theme === 'dark' ? t('bar.light') : t('bar.dark')}
        </Button>
        <Button kind="small" onPress={() => setLanguage(language === 'zh' ? 'en' : 'zh')}>
          {t('bar.language')}
        </Button>
      </div>
    </header>
  )
}

function Time() {
  useTick(250)
  const atMs = nowMs()
  return (
    <output className="time" aria-live="off">
      {atMs > 0 ? dateTime(atMs) : '–'}
    </output>
  )
}
