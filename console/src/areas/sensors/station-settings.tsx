import type { ConfigOf } from '@backlot/contract/device-config/entities'
import { CONFIG_SECTIONS } from '@backlot/contract/device-config/entities'
import { DETECTED_GAS_NAMES, DETECTED_GASES, type ParamSection } from '@backlot/contract/sensors/params'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, type FormInstance, Spin, Switch } from 'antd'
import { InputNumber } from '../../components/number-input.tsx'
import { rulesOf, schemaAt } from '../../features/table-screen/field-rules.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { orderDevice } from '../../platform/device-order.ts'
import { useMayCall } from '../../session/may-call.ts'
import { SettingsForm } from './settings-form.tsx'
import type { StationKind } from './station-kinds.ts'

type Values = Record<string, unknown>
type Field = {
  name: string | string[]
  label: string
  unit?: string
  kind: 'number' | 'switch'
  help?: string
  decimals?: number
}

/** Settings of a station: read from it, edited, sent to it and confirmed by it. */
export function StationSettings({ kind, sn, online }: { kind: StationKind; sn: string; online: boolean }) {
  const t = useText('sensors')
  const client = useQueryClient()
  const mayCall = useMayCall()
  const key = ['sensors', 'config', kind.entry, sn]
  const asked = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request(kind.config, { query: { sn }, signal })).config,
    refetchOnWindowFocus: false,
  })
  const held = asked.data as Values | undefined
  const fields = useFields(kind.section, held)
  if (asked.error && !held) return <Alert type="error" showIcon title={errorText(asked.error)} />
  if (!held) {
    return (
      <div className="live-readings-notice" role="status">
        <Spin />
      </div>
    )
  }

  async function send(given: Values, form: FormInstance<Values>) {
    const judged = CONFIG_SECTIONS[kind.section].schema.safeParse({ ...held, ...given })
    if (!judged.success) {
      form.setFields(
        judged.error.issues.map(({ path, code }) => ({
          name: path as string[],
          errors: [t(code === 'custom' ? 'settings.order' : 'settings.invalid')],
        })),
      )
      return undefined
    }
    const config = judged.data as ConfigOf<ParamSection>
    await orderDevice(kind.setConfig, { sn, config } as never)
    client.setQueryData(key, config)
    await client.invalidateQueries({ queryKey: ['sensors'] })
    return t('settings.saved')
  }

  return (
    <SettingsForm
      name="station-settings"
      label={t('views.settings')}
      held={held}
      sendText={t('settings.send')}
      reason={!mayCall(kind.setConfig) ? t('wire.notPermitted') : online ? undefined : t('wire.offline')}
      onSend={send}
    >
      {fields.map(({ name, label, unit, kind: control, help, decimals = 0 }) => (
        <Form.Item
          key={String(name)}
          name={name}
          label={label}
          extra={help}
          {...(control === 'switch' ? { valuePropName: 'checked' } : {})}
        >
          {control === 'switch' ? (
            <Switch aria-label={label} />
          ) : (
            <InputNumber precision={decimals} suffix={unit} style={{ width: '100%' }} />
          )}
        </Form.Item>
      ))}
    </SettingsForm>
  )
}

function useFields(section: ParamSection, held: Values | undefined): Field[] {
  const t = useText('sensors')
  const { min = 0, max = 0 } = rulesOf(schemaAt(CONFIG_SECTIONS[section].schema, ['reportSeconds']))
  const own: Field[] =
    section === 'solarParam'
      ? [
          { name: 'loadOn', label: t('settings.loadOn'), kind: 'switch', help: t('settings.loadHelp') },
          {
            name: 'cutOffPercent',
            label: t('settings.cutOff'),
            kind: 'number',
            unit: '%',
            help: t('settings.cutOffHelp'),
          },
        ]
      : section === 'agricultureParam'
        ? [
            {
              name: 'irrigateBelow',
              label: t('settings.irrigateBelow'),
              kind: 'number',
              unit: '%',
              decimals: 1,
            },
            { name: 'irrigateTo', label: t('settings.irrigateTo'), kind: 'number', unit: '%', decimals: 1 },
          ]
        : section === 'gasParam'
          ? DETECTED_GAS_NAMES.flatMap((gas): Field[] =>
              (['low', 'high'] as const).map((level) => ({
                name: ['levels', gas, level],
                label:
                  gas === 'o2'
                    ? t(`settings.oxygen.${level}`)
                    : t(`settings.level.${level}`, { gas: t(`settings.gas.${gas}`) }),
                kind: 'number',
                unit: UNITS[DETECTED_GASES[gas].code] ?? '',
                decimals: 1,
              })),
            )
          : OUTPUTS.filter((name) => held?.[name] !== undefined).map(
              (name): Field => ({
                name,
                label: t(`settings.${name}`),
                kind: 'switch',
                help: t('settings.outputHelp'),
              }),
            )
  return [
    {
      name: 'reportSeconds',
      label: t('settings.reportSeconds'),
      kind: 'number',
      unit: t('wire.secondUnit'),
      help: t('wire.realtimeRange', { min, max }),
    },
    {
      name: 'maintenance',
      label: t('settings.maintenance'),
      kind: 'switch',
      help: t('settings.maintenanceHelp'),
    },
    ...own,
  ]
}

/** Alarm outputs that a controller has. */
const OUTPUTS = ['output1', 'output2'] as const

const UNITS: Readonly<Record<string, string>> = {
  g01: '%LEL',
  g02: 'mg/m³',
  g03: 'mg/m³',
  g04: 'mg/m³',
  g05: '%',
}
