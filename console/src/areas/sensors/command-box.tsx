import type { DataOut } from '@backlot/contract/call'
import {
  commandFault,
  MINUTE_CHOICES,
  REALTIME_SECONDS,
  STATION_COMMAND_NAMES,
  STATION_COMMANDS,
  type StationCommand,
  sendStationCommand,
} from '@backlot/contract/sensors/wire-calls'
import { Alert, Button, Select, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { DatePicker } from '../../components/date-picker.ts'
import { InputNumber } from '../../components/number-input.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { useMayCall } from '../../session/may-call.ts'
import { FieldList } from './field-list.tsx'

type Answer = DataOut<typeof sendStationCommand>
/** Values that are offered before one is entered. */
const FIRST_VALUES: Partial<Record<StationCommand, number>> = {
  setRealtimeInterval: 60,
  setMinuteInterval: 10,
}
const TONES = { done: 'success', refused: 'error', failed: 'error', silent: 'warning' } as const

/** Sends a request to a station and shows its answer. */
export function CommandBox(props: { sn: string; online: boolean; onAnswered(): void }) {
  const { sn, online, onAnswered } = props
  const t = useText('sensors')
  const mayCall = useMayCall()
  const [command, setCommand] = useState<StationCommand>('readNow')
  const [value, setValue] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const [refusal, setRefusal] = useState<string>()
  const wrong = commandFault(command, value) !== undefined
  const reason = !mayCall(sendStationCommand)
    ? t('wire.notPermitted')
    : online
      ? undefined
      : t('wire.offline')

  async function send() {
    setBusy(true)
    setRefusal(undefined)
    try {
      const body = { sn, command, ...(value === undefined ? {} : { value }) }
      setAnswer(await request(sendStationCommand, { body }))
      onAnswered()
    } catch (error) {
      setAnswer(undefined)
      setRefusal(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="history-card command-box" aria-label={t('wire.commands')}>
      <header>
        <h4>{t('wire.commands')}</h4>
      </header>
      <div className="command-line">
        <Select<StationCommand>
          aria-label={t('wire.command')}
          value={command}
          onChange={(next) => {
            setCommand(next)
            setValue(FIRST_VALUES[next])
          }}
          options={STATION_COMMAND_NAMES.map((name) => ({
            value: name,
            label: `${STATION_COMMANDS[name]} ${t(`wire.names.${name}`)}`,
          }))}
        />
        <CommandValue command={command} value={value} onChange={setValue} />
        <Tooltip title={reason}>
          <Button
            type="primary"
            loading={busy}
            disabled={reason !== undefined || wrong}
            onClick={() => void send()}
          >
            {t('wire.send')}
          </Button>
        </Tooltip>
        {wrong && (
          <span className="filter-error" role="alert">
            {t(
              command === 'setRealtimeInterval' ? 'wire.realtimeRange' : 'wire.minuteRange',
              REALTIME_SECONDS,
            )}
          </span>
        )}
      </div>
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      {answer && (
        <div className="command-answer" role="status">
          <Alert
            type={TONES[answer.result]}
            showIcon
            title={t(`wire.result.${answer.result}`, { command: t(`wire.names.${answer.command}`) })}
            description={t('wire.said', {
              words: answer.code === undefined ? answer.words : `${answer.code} ${answer.words}`,
              took: answer.tookMs,
              qn: answer.qn || '–',
            })}
          />
          {answer.packets.map((fields, i) => (
            <FieldList key={fields.map(({ value: said }) => said).join(' ') || String(i)} fields={fields} />
          ))}
        </div>
      )}
    </section>
  )
}

function CommandValue(props: {
  command: StationCommand
  value: number | undefined
  onChange(value: number | undefined): void
}) {
  const { command, value, onChange } = props
  const t = useText('sensors')
  if (command === 'setRealtimeInterval') {
    return (
      <InputNumber
        aria-label={t('wire.seconds')}
        precision={0}
        suffix={t('wire.secondUnit')}
        value={value ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  }
  if (command === 'setMinuteInterval') {
    return (
      <Select
        aria-label={t('wire.minutes')}
        value={value}
        onChange={onChange}
        options={MINUTE_CHOICES.map((minutes) => ({
          value: minutes,
          label: t('wire.minuteChoice', { count: minutes }),
        }))}
      />
    )
  }
  if (command !== 'setTime') return null
  const zone = platformZoneMinutes()
  return (
    <DatePicker
      showTime
      aria-label={t('wire.time')}
      placeholder={t('wire.presentTime')}
      value={value === undefined ? null : dayjs(toPickerDate(value * 1000, zone))}
      onChange={(date) => onChange(date ? Math.floor(fromPickerDate(date.toDate(), zone) / 1000) : undefined)}
    />
  )
}
