import { type StationPacket, stationPackets } from '@backlot/contract/sensors/wire-calls'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Empty, Spin, Switch } from 'antd'
import { useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { CommandBox } from './command-box.tsx'
import { FieldList } from './field-list.tsx'
import './station-wire.css'

/** How often new packets are looked for. */
const FOLLOW_MS = 3000

/** The wire of a station: requests to it, and its packets, raw and decoded. */
export function StationWireView({ sn, online }: { sn: string; online: boolean }) {
  const t = useText('sensors')
  const [follow, setFollow] = useState(true)
  const asked = useQuery({
    queryKey: ['sensors', 'packets', sn],
    queryFn: ({ signal }) => request(stationPackets, { query: { sn }, signal }),
    refetchInterval: follow && FOLLOW_MS,
  })
  const again = () => void asked.refetch()
  const list = asked.data?.list ?? []
  return (
    <div className="station-wire">
      <CommandBox sn={sn} online={online} onAnswered={again} />
      <section className="history-card" aria-label={t('wire.packets')}>
        <header>
          <h4>{t('wire.packets')}</h4>
          {asked.data && (
            <span className="wire-state" data-connected={asked.data.connected}>
              {t(asked.data.connected ? 'wire.connected' : 'wire.notConnected')}
            </span>
          )}
          <span className="history-space" />
          <span className="wire-follow">
            <Switch size="small" aria-label={t('wire.follow')} checked={follow} onChange={setFollow} />
            {t('wire.follow')}
          </span>
          <Button size="small" onClick={again}>
            {t('refresh')}
          </Button>
        </header>
        {asked.error && <Alert type="error" showIcon title={errorText(asked.error)} />}
        {!asked.data && !asked.error && <Spin />}
        {asked.data && list.length === 0 && <Empty description={t('wire.none')} />}
        <ol className="packet-list">
          {list.map((packet) => (
            <Packet key={`${packet.time} ${packet.direction} ${packet.text}`} packet={packet} />
          ))}
        </ol>
      </section>
    </div>
  )
}

function Packet({ packet }: { packet: StationPacket }) {
  const t = useText('sensors')
  const [open, setOpen] = useState(false)
  const { decoded, problem, direction } = packet
  const at = `${formatTime(packet.time)}.${String(Math.floor(packet.time % 1000)).padStart(3, '0')}`
  return (
    <li data-direction={direction} data-problem={problem !== undefined || undefined}>
      <button type="button" className="packet-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="packet-direction">{t(`wire.direction.${direction}`)}</span>
        <time>{at}</time>
        <strong>{decoded ? `${decoded.cn} ${decoded.command}` : t('wire.unread')}</strong>
        <code>{packet.text}</code>
      </button>
      {open && (
        <div className="packet-body">
          <pre>{packet.text}</pre>
          {problem && <p className="filter-error">{problem}</p>}
          {decoded && (
            <>
              <dl className="packet-facts">
                <div>
                  <dt>ST</dt>
                  <dd>
                    {decoded.st} {decoded.system}
                  </dd>
                </div>
                {decoded.qn !== undefined && (
                  <div>
                    <dt>QN</dt>
                    <dd>{decoded.qn}</dd>
                  </div>
                )}
                {decoded.mn !== undefined && (
                  <div>
                    <dt>MN</dt>
                    <dd>{decoded.mn}</dd>
                  </div>
                )}
                {decoded.flag !== undefined && (
                  <div>
                    <dt>Flag</dt>
                    <dd>{decoded.flag}</dd>
                  </div>
                )}
                {decoded.deviations.length > 0 && (
                  <div>
                    <dt>{t('wire.deviations')}</dt>
                    <dd>{decoded.deviations.join(', ')}</dd>
                  </div>
                )}
              </dl>
              <FieldList fields={decoded.fields} />
            </>
          )}
        </div>
      )}
    </li>
  )
}
