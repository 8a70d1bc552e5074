import { type SimulatedState, simulatedIn } from '@backlot/contract/console-config'
import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useText } from '../../language/language.ts'

const REFRESH_MS = 3000

/** Asks the console's own server what is simulated, or changes it. Rejects with its words, or empty ones. */
async function ask(address: string, patterns?: readonly string[]): Promise<SimulatedState> {
  const language = { 'accept-language': document.documentElement.lang || 'zh' }
  const change = patterns
    ? {
        method: 'POST',
        headers: { ...language, 'content-type': 'application/json' },
        body: JSON.stringify({ patterns }),
      }
    : { headers: language }
  const reply = await fetch(address, change).catch(() => undefined)
  const read = simulatedIn(await reply?.json().catch(() => undefined))
  if (typeof read === 'string') throw new Error(read)
  return read
}

/** Which calls a simulator answers in the platform's place (`backlot console --simulate`), and the choice of them. */
export function SimulatedCalls({ address }: { address: string }) {
  const t = useText('shell')
  const [told, setTold] = useState<SimulatedState>()
  const [isFailed, setFailed] = useState(false)
  const [isChanging, setChanging] = useState(false)
  /** Counts beginnings and ends of changes: what was asked before one may be out of date. */
  const changes = useRef(0)
  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      const before = changes.current
      const now = await ask(address).catch(() => undefined)
      if (!isCurrent || before !== changes.current) return
      setFailed(now === undefined)
      if (now) setTold(now)
    }
    void look()
    // The simulator starts, and gets more devices as users come.
    const timer = setInterval(look, REFRESH_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [address])

  async function choose(patterns: readonly string[]) {
    setChanging(true)
    changes.current += 1
    try {
      setTold(await ask(address, patterns))
    } catch (error) {
      notify.error((error as Error).message || t('diagnostics.simulatedFailed'))
    } finally {
      changes.current += 1
      setChanging(false)
    }
  }

  const names = [...(told?.areas ?? []), ...(told?.sockets ?? [])].map(({ name }) => name)
  const some = told?.areas.filter(({ simulated }) => simulated > 0) ?? []
  return (
    <section>
      <h3 id="simulated-calls">{t('diagnostics.simulated')}</h3>
      <p className="diagnostics-none">{t('diagnostics.simulatedHint')}</p>
      <Select
        aria-labelledby="simulated-calls"
        className="diagnostics-simulated"
        mode="tags"
        loading={isChanging || (!told && !isFailed)}
        disabled={isChanging || !told}
        value={told?.patterns ?? []}
        placeholder={told && t('diagnostics.simulatedNone')}
        options={names.filter((name) => name !== 'session').map((name) => ({ value: name, label: name }))}
        tokenSeparators={[',', ' ']}
        onChange={choose}
      />
      <p className="diagnostics-failed" role="status">
        {isFailed && t('diagnostics.simulatedFailed')}
      </p>
      {told && (
        <ul className="diagnostics-problems">
          {some.map((area) => (
            <li key={area.name}>
              {t(
                area.simulated === area.calls ? 'diagnostics.simulatedAll' : 'diagnostics.simulatedSome',
                area,
              )}
            </li>
          ))}
          {told.simulator === 'starting' && <li role="status">{t('diagnostics.simulatedStarting')}</li>}
          {told.devices !== null && <li>{t('diagnostics.simulatedDevices', { count: told.devices })}</li>}
          {told.notes.map((note) => (
            <li key={note}>{t(`diagnostics.simulatedNotes.${note}`)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
