import {
  addressFault,
  FastConfig,
  portTakenBy,
  TOLD_PORTS,
  type ToldPort,
} from '@backlot/contract/servers/fast-config'
import { fastConfig, updateFastConfig } from '@backlot/contract/servers/fast-config-calls'
import { perWireServer } from '@backlot/contract/wires/wires'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, Result, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { followHeld } from '../../components/follow-held.ts'
import { notify } from '../../components/notifications/notify.ts'
import { InputNumber } from '../../components/number-input.tsx'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { errorText } from '../../language/error-text.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { useCallHindrance } from '../../session/may-call.ts'
import { AddressPreview } from './address-preview.tsx'
import './servers.css'

type T = Translate<'fastConfig'>
type Known = { config: FastConfig; version: number; machineAddresses: string[] }
const KEY = ['fastConfig']

/** Public and local address of the platform, set once for all servers. */
export function FastConfigScreen() {
  const t = useText('fastConfig')
  const shell = useText('shell')
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request(fastConfig, { signal }),
  })
  if (error && !data) {
    return (
      <Result
        status="warning"
        title={t('failed')}
        subTitle={errorText(error)}
        extra={
          <Button loading={isFetching} onClick={() => void refetch()}>
            {shell('screen.again')}
          </Button>
        }
      />
    )
  }
  if (!data) return <Spin className="server-loading" />
  return (
    <section className="server-page fast-config" aria-label={t('title')}>
      <header className="server-head">
        <h1>{t('title')}</h1>
      </header>
      <p className="server-about">{t('about')}</p>
      <AddressForm known={data} servers={data.servers} t={t} />
    </section>
  )
}

type FormProps = { known: Known; servers: Parameters<typeof AddressPreview>[0]['servers']; t: T }

function AddressForm({ known, servers, t }: FormProps) {
  const { modal } = App.useApp()
  const shell = useText('shell')
  const hindrance = useCallHindrance()(updateFastConfig)
  const queries = useQueryClient()
  const [form] = Form.useForm<FastConfig>()
  const [busy, setBusy] = useState(false)
  const entered = entryOf((Form.useWatch([], form) as FastConfig | undefined) ?? known.config)
  const changed = JSON.stringify(entered) !== JSON.stringify(entryOf(known.config))
  useEffect(() => (changed ? guardPage() : undefined), [changed])
  const followed = useRef(known.config)
  useEffect(() => {
    form.setFieldsValue(followHeld(form.getFieldsValue(true), followed.current, known.config))
    followed.current = known.config
  }, [form, known.config])

  async function apply(config: FastConfig) {
    setBusy(true)
    try {
      await request(updateFastConfig, { body: { ...config, version: known.version } })
      notify.success(t('applied'))
      await queries.invalidateQueries({ queryKey: KEY })
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const ask = () =>
    void modal.confirm({
      title: t('ask'),
      content: t('askHint'),
      okText: t('apply'),
      cancelText: t('cancel'),
      onOk: () => apply(entered),
    })

  return (
    <Form
      name="fast-config"
      form={form}
      layout="vertical"
      className="fast-config-form"
      initialValues={known.config}
      requiredMark={false}
      onFinish={ask}
    >
      <div className="fast-config-fields">
        {(['publicIp', 'localIp'] as const).map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={t(name)}
            extra={t(`hint.${name}`)}
            rules={[{ validator: async (_rule, value: string) => refuse(addressText(t, name, value)) }]}
          >
            <Input autoComplete="off" placeholder={t('none')} />
          </Form.Item>
        ))}
        {TOLD_PORTS.map((name) => (
          <Form.Item
            key={name}
            name={['ports', name]}
            label={t(`port.${name}`)}
            extra={t('portHint')}
            dependencies={TOLD_PORTS.filter((other) => other !== name).map((other) => ['ports', other])}
            rules={[
              {
                validator: async () =>
                  refuse(portText(t, entryOf(form.getFieldsValue(true) as FastConfig).ports, name)),
              },
            ]}
          >
            <InputNumber
              min={rulesOf(FastConfig.shape.ports.shape[name]).min}
              max={rulesOf(FastConfig.shape.ports.shape[name]).max}
              precision={0}
              style={{ width: '100%' }}
            />
          </Form.Item>
        ))}
      </div>
      <Strangers config={entered} machine={known.machineAddresses} t={t} />
      <AddressPreview now={known.config} after={entered} servers={servers} t={t} />
      <div className="fast-config-foot">
        <Button disabled={!changed || busy} onClick={() => form.setFieldsValue(known.config)}>
          {t('reset')}
        </Button>
        <Button
          type="primary"
          htmlType="submit"
          loading={busy}
          disabled={!changed || hindrance !== undefined}
          title={hindrance ? shell(`table.${hindrance}`) : changed ? undefined : t('unchanged')}
        >
          {t('apply')}
        </Button>
      </div>
    </Form>
  )
}

/** Lists addresses that are none of the machine's own: streams and devices go elsewhere then. */
function Strangers({ config, machine, t }: { config: FastConfig; machine: readonly string[]; t: T }) {
  const strangers = [config.publicIp, config.localIp].filter(
    (ip) => addressFault('publicIp', ip) !== 'form' && ip !== '' && !machine.includes(ip),
  )
  const own = machine.join(', ') || t('noMachine')
  if (strangers.length === 0) return <p className="fast-config-machine">{t('machine', { list: own })}</p>
  return (
    <Alert
      type="warning"
      showIcon
      title={t('stranger', { list: strangers.join(', ') })}
      description={t('strangerHint', { list: own })}
    />
  )
}

/** Entry as the platform takes it: an emptied port means the platform's own. */
function entryOf({ publicIp, localIp, ports }: FastConfig): FastConfig {
  const port = (name: ToldPort) => ports?.[name] ?? 0
  return {
    publicIp: (publicIp ?? '').trim(),
    localIp: (localIp ?? '').trim(),
    ports: {
      web: port('web'),
      media: port('media'),
      mediaTls: port('mediaTls'),
      ...perWireServer(port),
    },
  }
}

function refuse(text: string | undefined): void {
  if (text !== undefined) throw new Error(text)
}

function addressText(t: T, field: 'publicIp' | 'localIp', value: string | undefined): string | undefined {
  const fault = addressFault(field, (value ?? '').trim())
  return fault && t(`fault.${fault}`)
}

function portText(t: T, ports: FastConfig['ports'], name: ToldPort): string | undefined {
  const other = portTakenBy(ports, name)
  return other && t('fault.port', { other: t(`port.${other}`) })
}
