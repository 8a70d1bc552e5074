import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import { LevelTable } from './level-table.tsx'
import { ShieldTable } from './shield-table.tsx'
import { TypeTable } from './type-table.tsx'
import './alarm-types.css'

const PARTS = ['types', 'levels', 'shields'] as const
const TABLES = { types: TypeTable, levels: LevelTable, shields: ShieldTable } as const

/** Types of alarms, colour and sound of each level, and the alarms that accounts do not want to see live. */
export function AlarmTypesScreen() {
  const t = useText('alarmTypes')
  const [search, setSearch] = useSearchParams()
  const part = PARTS.find((one) => one === search.get('part')) ?? 'types'
  const Part = TABLES[part]
  return (
    <div className="parted-screen">
      <header className="parted-screen-head">
        <Segmented
          aria-label={t('title')}
          value={part}
          options={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
          onChange={(value) => setSearch(value === 'types' ? {} : { part: value })}
        />
        <span>{t('effect')}</span>
      </header>
      <Part key={part} />
    </div>
  )
}
