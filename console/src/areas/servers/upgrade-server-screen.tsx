import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import { RunTable } from './run-table.tsx'
import { ServersScreen } from './servers-screen.tsx'
import './upgrades.css'
import { VersionTable } from './version-table.tsx'

const PARTS = ['versions', 'runs', 'server'] as const

/** The upgrade server: versions of devices' software, upgrades of many devices, and its state. */
export function UpgradeServerScreen() {
  const t = useText('upgrades')
  const [search, setSearch] = useSearchParams()
  const part = PARTS.find((one) => one === search.get('part')) ?? 'versions'
  const show = (value: (typeof PARTS)[number]) => setSearch(value === 'versions' ? {} : { part: value })
  return (
    <div className="upgrade-screen">
      <header>
        <Segmented
          aria-label={t('title')}
          value={part}
          options={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
          onChange={show}
        />
      </header>
      {part === 'versions' && <VersionTable onStarted={() => show('runs')} />}
      {part === 'runs' && <RunTable />}
      {part === 'server' && <ServersScreen />}
    </div>
  )
}
