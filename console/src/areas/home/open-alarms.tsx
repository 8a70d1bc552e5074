import { SOS } from '@backlot/contract/alarms/constants'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type AlarmLevel, AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useOpenAlarms } from '../../features/situation/use-situation.ts'
import { useText } from '../../language/language.ts'
import { isCallMissing } from '../../platform/platform-reply-error.ts'
import { Panel, Waiting } from './home-parts.tsx'
import { useHomeLinks } from './use-home-links.ts'

const LEVELS = { 1: 'grave', 2: 'important', 3: 'ordinary', 4: 'notice' } as const

/** The first block on a phone: what nobody has processed, SOS before all else, then by level. */
export function OpenAlarms() {
  const t = useText('home')
  const alarms = useText('alarms')
  const links = useHomeLinks()
  const { data, error } = useOpenAlarms(true)
  if (error && isCallMissing(error)) return null
  const span = data && { from: data.startTime, to: data.endTime, processed: 0 }
  const sos = data?.types.find(({ type, subType }) => type === SOS.type && subType === SOS.subType)?.open ?? 0
  return (
    <Panel name="open" title={t('open')}>
      {!data ? (
        <Waiting error={error} />
      ) : (
        <ul className="open-alarms">
          <li className="open-alarm" data-sos data-some={sos > 0 || undefined}>
            <Tile to={links.alarms({ ...span, kinds: `${SOS.type}-${SOS.subType}` })} count={sos}>
              {t('sos')}
            </Tile>
          </li>
          {data.levels.map(({ level, open }) => (
            <li key={level} className="open-alarm">
              <Tile to={links.alarms({ ...span, levels: level })} count={open}>
                <AlarmLevelMark level={level as AlarmLevel} size={14} />
                {alarms(`level.${LEVELS[level as AlarmLevel]}`)}
              </Tile>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Tile({ to, count, children }: { to: string | undefined; count: number; children: ReactNode }) {
  const inner = (
    <>
      <span>{children}</span>
      <b>{count}</b>
    </>
  )
  return to ? <Link to={to}>{inner}</Link> : <div>{inner}</div>
}
