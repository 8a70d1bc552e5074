import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Events } from './events.tsx'
import { ClockSection } from './sections/clock.tsx'
import { FaultsSection } from './sections/faults.tsx'
import { FleetSection } from './sections/fleet.tsx'
import { MachinesSection } from './sections/machines.tsx'
import { ScenariosSection } from './sections/scenarios.tsx'
import { SnapshotsSection } from './sections/snapshots.tsx'
import { StormsSection } from './sections/storms.tsx'
import { WeatherSection } from './sections/weather.tsx'
import { WireSection } from './sections/wire.tsx'
import { useControl } from './store.ts'
import { t } from './text.ts'
import { TokenPrompt } from './token-prompt.tsx'
import { TopBar } from './top-bar.tsx'

const SECTIONS = {
  fleet: FleetSection,
  clock: ClockSection,
  weather: WeatherSection,
  storms: StormsSection,
  faults: FaultsSection,
  scenarios: ScenariosSection,
  snapshots: SnapshotsSection,
  wire: WireSection,
  machines: MachinesSection,
}
type SectionName = keyof typeof SECTIONS
const isSection = (name: string): name is SectionName => Object.hasOwn(SECTIONS, name)
const NAMES = Object.keys(SECTIONS).filter(isSection)

/** The page, or the form for its token. */
export function ControlPage() {
  const { language, theme, token } = useControl()
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    document.documentElement.dataset['theme'] = theme
    document.title = t('title')
  }, [language, theme])
  return token === null ? <TokenPrompt key={language} /> : <Page key={`${language} ${token}`} />
}

/** The bar above, the sections at the side, one of them in the middle, the events at the foot. */
function Page() {
  const main = useRef<HTMLElement>(null)
  const name = useSyncExternalStore(onNewAddress, sectionOfAddress)
  const state = useControl(({ live }) => live?.state)
  const Section = SECTIONS[name]
  return (
    <>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t('nav.skip')}
      </button>
      <TopBar />
      <div className="middle">
        <nav aria-label={t('nav.label')}>
          {NAMES.map((one) => (
            <a key={one} href={`#${one}`} aria-current={one === name ? 'page' : undefined}>
              {t(`nav.${one}`)}
            </a>
          ))}
        </nav>
        <main key={name} className={`columns ${name}`} ref={main} tabIndex={-1}>
          <h1 className="sr-only">{t(`nav.${name}`)}</h1>
          {state && <Section state={state} />}
        </main>
      </div>
      <Events />
      <Sayings />
    </>
  )
}

function Sayings() {
  const sayings = useControl((state) => state.sayings)
  return (
    <div className="sayings" role="status" aria-live="polite">
      {sayings.map(({ id, text, isBad }) => (
        <p key={id} className={isBad ? 'bad' : 'good'}>
          {text}
        </p>
      ))}
    </div>
  )
}

function onNewAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

function sectionOfAddress(): SectionName {
  const name = location.hash.slice(1)
  return isSection(name) ? name : 'fleet'
}
