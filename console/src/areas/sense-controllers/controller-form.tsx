import { addController, updateController } from '@backlot/contract/sense-controllers/calls'
import { BAUD_RATES, CONTROLLER_LIMITS, SENSOR_KINDS } from '@backlot/contract/sense-controllers/constants'
import {
  controllerMisfit,
  NewController,
  type SenseController,
} from '@backlot/contract/sense-controllers/entities'
import { ADDRESS_RANGE, readScript } from '@backlot/contract/sense-controllers/modbus'
import { Select } from 'antd'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import { NumberField } from '../../features/table-screen/number-field.tsx'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { ScriptField } from './script-field.tsx'

type T = Translate<'senseControllers'>
export type QuantityOption = { value: string; name: string; label: string }
type Entry = {
  number: string
  name: string
  model: string
  factory: string
  ctrlType: number
  script: string
  baudRate: number
  address: number | null
  codes: string[]
}

const EMPTY: Entry = {
  number: '',
  name: '',
  model: '',
  factory: '',
  ctrlType: 0,
  script: '',
  baudRate: 9600,
  address: 1,
  codes: [],
}

function fieldsOf(t: T, quantities: readonly QuantityOption[]): FormField<Entry>[] {
  const text = (name: 'name' | 'model' | 'factory', label: string): FormField<Entry> => ({
    kind: 'text',
    name,
    label,
    half: true,
    missing: t('required'),
    invalid: t('textCharacters'),
  })
  return [
    {
      kind: 'text',
      name: 'number',
      label: t('number'),
      half: true,
      missing: t('required'),
      invalid: t('numberCharacters'),
    },
    text('name', t('name')),
    text('model', t('model')),
    text('factory', t('factory')),
    {
      kind: 'select',
      name: 'ctrlType',
      label: t('kind'),
      half: true,
      options: SENSOR_KINDS.map((kind, value) => ({ value, label: t(`kinds.${kind}`) })),
    },
    {
      kind: 'select',
      name: 'baudRate',
      label: t('baudRate'),
      half: true,
      options: BAUD_RATES.map((value) => ({ value, label: `${value} bit/s` })),
    },
    {
      kind: 'custom',
      name: 'codes',
      label: t('quantities'),
      help: t('quantitiesHelp'),
      control: (
        <Select
          mode="multiple"
          options={[...quantities]}
          showSearch={{ optionFilterProp: 'label' }}
          maxCount={CONTROLLER_LIMITS.quantities}
          aria-label={t('quantities')}
        />
      ),
      missing: t('quantitiesMissing'),
    },
    {
      kind: 'custom',
      name: 'address',
      label: t('address'),
      help: t('addressHelp', ADDRESS_RANGE),
      control: <NumberField precision={0} />,
      missing: t('addressHelp', ADDRESS_RANGE),
      invalid: t('addressHelp', ADDRESS_RANGE),
    },
    {
      kind: 'custom',
      name: 'script',
      label: t('script'),
      help: t('scriptHelp'),
      dependsOn: ['address', 'codes'],
      control: <ScriptField t={t} />,
      check: (entry) => scriptFault(t, entry),
    },
  ]
}

function scriptFault(t: T, { script, address, codes }: Entry): string | undefined {
  if (script.trim() === '') return t('required')
  const read = readScript(script)
  if (typeof read === 'string') return t(`scriptFaults.${read}`)
  const misfit = controllerMisfit({ script, address: address ?? 0, codes })
  return misfit && t(`scriptFaults.${misfit === 'address' ? 'otherAddress' : 'registers'}`)
}

export function addControllerForm(t: T, quantities: readonly QuantityOption[]): FormDescription {
  return describeForm<Entry>({
    title: t('add'),
    okText: t('create'),
    width: 640,
    fields: fieldsOf(t, quantities),
    initial: EMPTY,
    schema: NewController,
    toBody: (entry) => entry,
    async save(entry) {
      await request(addController, { body: NewController.parse(entry) })
      return t('added', { number: entry.number.trim() })
    },
  })
}

export function editControllerForm(
  t: T,
  quantities: readonly QuantityOption[],
  controller: SenseController,
): FormDescription {
  const { id, version, system: _system, used: _used, ...initial } = controller
  const toBody = (entry: Entry) => ({ ...entry, id, version })
  return describeForm<Entry>({
    title: t('editTitle', { number: controller.number }),
    okText: t('save'),
    width: 640,
    fields: fieldsOf(t, quantities),
    initial,
    editing: true,
    schema: updateController.body,
    toBody,
    async save(entry) {
      await request(updateController, { body: updateController.body.parse(toBody(entry)) })
      return t('saved', { number: entry.number.trim() })
    },
  })
}
