import { CopyOutlined } from '@ant-design/icons'
import { Button, Drawer, Empty } from 'antd'
import { useEffect, useState } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { FactList } from '../../components/fact-list.tsx'
import { notify } from '../../components/notifications/notify.ts'
import { useText } from '../../language/language.ts'
import { channel } from '../../platform/channel.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { config } from '../../platform/config.ts'
import { useDiagnostics } from '../../platform/diagnostics.ts'
import { CONSOLE_VERSION } from '../../platform/version.ts'
import { SimulatedCalls } from './simulated-calls.tsx'
import './diagnostics-drawer.css'

/** Health of the console itself: versions, channel, calls, dropped rows, problems. */
export function DiagnosticsDrawer({ onClose }: { onClose: () => void }) {
  const t = useText('shell')
  const { droppedRows, problems, calls } = useDiagnostics()
  const [facts, setFacts] = useState(channel.facts)
  useEffect(() => {
    const timer = setInterval(() => setFacts(channel.facts()), 1000)
    return () => clearInterval(timer)
  }, [])

  const rows: [string, string | number][] = [
    [t('diagnostics.version'), CONSOLE_VERSION],
    [t('diagnostics.boot'), facts.boot || '–'],
    [t('diagnostics.epoch'), facts.epoch ?? '–'],
    [t('diagnostics.platformTime'), formatTime(platformNow())],
    [t('diagnostics.channel'), t(`connection.${facts.state}`)],
    [t('diagnostics.frames'), facts.framesReceived],
    [t('diagnostics.reconnects'), facts.reconnects],
    [t('diagnostics.cursor'), facts.alarmCursor ?? '–'],
    [t('diagnostics.callsOk'), calls.ok],
    [t('diagnostics.callsRefused'), calls.refused],
    [t('diagnostics.callsFailed'), calls.failed],
    [t('diagnostics.callsRetried'), calls.retried],
  ]

  async function copy() {
    const report = {
      version: CONSOLE_VERSION,
      agent: navigator.userAgent,
      channel: facts,
      calls,
      droppedRows,
      problems,
    }
    if (await copyText(JSON.stringify(report, null, 2))) notify.success(t('diagnostics.copied'))
    else notify.error(t('diagnostics.notCopied'))
  }

  return (
    <Drawer
      open
      size={440}
      title={t('diagnostics.title')}
      onClose={onClose}
      extra={
        <Button icon={<CopyOutlined />} onClick={copy}>
          {t('diagnostics.copy')}
        </Button>
      }
    >
      <FactList facts={rows} />
      {config().simulated && <SimulatedCalls address={config().simulated} />}
      <h3>{t('diagnostics.dropped')}</h3>
      {Object.keys(droppedRows).length === 0 ? (
        <p className="diagnostics-none">{t('diagnostics.noneDropped')}</p>
      ) : (
        <FactList facts={Object.entries(droppedRows)} />
      )}
      <h3>{t('diagnostics.problems')}</h3>
      {problems.length === 0 ? (
        <Empty description={t('diagnostics.noProblems')} />
      ) : (
        <ul className="diagnostics-problems">
          {problems.map((problem) => (
            <li key={`${problem.where} ${problem.message}`}>
              <strong>{problem.where}</strong>
              {problem.count > 1 && <span> ×{problem.count}</span>}
              <p>{problem.message}</p>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
