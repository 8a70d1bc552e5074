import { probeController } from '@backlot/contract/sense-controllers/calls'
import { BAUD_RATES } from '@backlot/contract/sense-controllers/constants'
import type {
  ControllerChannel,
  ProbeAnswer,
  SenseController,
} from '@backlot/contract/sense-controllers/entities'
import { NewController } from '@backlot/contract/sense-controllers/entities'
import { bytesOf } from '@backlot/contract/sense-controllers/modbus'
import { Alert, Button, Input, Select, Tooltip } from 'antd'
import { useState } from 'react'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useMayCall } from '../../session/may-call.ts'

type Props = {
  sn: string
  online: boolean
  /** A place of the line whose script is tried first. */
  place: ControllerChannel | undefined
  sensors: readonly SenseController[]
}

const BAUD_RATE = 9600

/** A script sent over the line of a station, and its answer: raw, and read as a sensor's quantities. Sets nothing. */
export function BusProbe({ sn, online, place, sensors }: Props) {
  const t = useText('senseControllers')
  const mayCall = useMayCall()
  const [script, setScript] = useState(place?.script ?? '')
  const [baudRate, setBaudRate] = useState(place?.baudRate ?? BAUD_RATE)
  const [sensorId, setSensorId] = useState(place?.ctrlId)
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<ProbeAnswer>()
  const [refusal, setRefusal] = useState<string>()
  const bytes = bytesOf(script)
  const reason = !mayCall(probeController)
    ? t('line.notPermitted')
    : !online
      ? t('line.offline')
      : !bytes || bytes.length < 4
        ? t('scriptFaults.hex')
        : undefined
  async function send() {
    setBusy(true)
    setRefusal(undefined)
    const codes = sensors.find(({ id }) => id === sensorId)?.codes ?? []
    try {
      setAnswer(await request(probeController, { body: { sn, script, baudRate, codes } }))
    } catch (error) {
      setAnswer(undefined)
      setRefusal(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="history-card" aria-label={t('probe.title')}>
      <header>
        <h4>{t('probe.title')}</h4>
      </header>
      <div className="bus-probe">
        <Input
          className="bus-script"
          aria-label={t('script')}
          value={script}
          maxLength={rulesOf(NewController.shape.script).maxLength}
          placeholder="01 03 00 00 00 02 C4 0B"
          onChange={(event) => setScript(event.target.value)}
        />
        <Select
          aria-label={t('baudRate')}
          value={baudRate}
          onChange={setBaudRate}
          options={BAUD_RATES.map((value) => ({ value, label: `${value} bit/s` }))}
        />
        <Select
          className="bus-read-as"
          aria-label={t('probe.readAs')}
          placeholder={t('probe.readAs')}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={sensorId ?? null}
          onChange={(id) => setSensorId(id ?? undefined)}
          options={sensors.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
        />
        <Tooltip title={reason}>
          <Button type="primary" loading={busy} disabled={reason !== undefined} onClick={() => void send()}>
            {t('probe.send')}
          </Button>
        </Tooltip>
      </div>
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      {answer && <Answer answer={answer} />}
    </section>
  )
}

function Answer({ answer }: { answer: ProbeAnswer }) {
  const t = useText('senseControllers')
  const { result, exceptionCode, registers, values } = answer
  return (
    <div className="bus-answer" data-result={result} role="status">
      <dl>
        <dt>{t('probe.sent')}</dt>
        <dd>
          <code>{answer.request}</code>
        </dd>
        <dt>{t('probe.came')}</dt>
        <dd>{answer.answer ? <code>{answer.answer}</code> : t('probe.silent')}</dd>
        {exceptionCode !== undefined && (
          <>
            <dt>{t('probe.exception')}</dt>
            <dd>
              {exceptionCode} – {t(exceptionCode === 2 ? 'probe.noRegister' : 'probe.noFunction')}
            </dd>
          </>
        )}
        {registers.length > 0 && (
          <>
            <dt>{t('probe.registers')}</dt>
            <dd>
              <code>{registers.join(' ')}</code>
            </dd>
          </>
        )}
        {values.map(({ code, name, V, F, decimals }) => (
          <div key={code} className="bus-value">
            <dt>{name}</dt>
            <dd>
              <strong>{V.toFixed(decimals)}</strong> {F}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
