import { addController, updateController } from '@backlot/contract/sense-controllers/calls'
import {
  BAUD_RATES,
  CONTROLLER_LIMITS,
  CONTROLLER_NUMBER,
  CONTROLLER_TEXT,
  SENSOR_KINDS,
} from '@backlot/contract/sense-controllers/constants'
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

/** Fault in the characters of a text; the contract checks its length. */
function characterFault(t: T, text: string, min: number, allowed: RegExp, words: string): string | undefined {
  const max = CONTROLLER_LIMITS.textMax
  const entered = text.trim()
  if (entered === '') return t('required')
  if (entered.length < min || entered.length > max) return t('length', { min, max })
  return allowed.test(entered) ? undefined : words
}

function fieldsOf(t: T, quantities: readonly QuantityOption[]): FormField<Entry>[] {
  const text = (name: 'name' | 'model' | 'factory', label: string): FormField<Entry> => ({
    kind: 'text',
    name,
    label,
    half: true,
    check: (entry) =>
      characterFault(t, entry[name], CONTROLLER_LIMITS.textMin, CONTROLLER_TEXT, t('textCharacters')),
  })
  return [
    {
      kind: 'text',
      name: 'number',
      label: t('number'),
      half: true,
      check: ({ number }) =>
        characterFault(t, number, CONTROLLER_LIMITS.numberMin, CONTROLLER_NUMBER, t('numberCharacters')),
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
      check: ({ codes }) => (codes.length === 0 ? t('quantitiesMissing') : undefined),
    },
    {
      kind: 'custom',
      name: 'address',
      label: t('address'),
      help: t('addressHelp', ADDRESS_RANGE),
      control: <NumberField precision={0} />,
      check: ({ address }) =>
        address === null || address < ADDRESS_RANGE.min || address > ADDRESS_RANGE.max
          ? t('addressHelp', ADDRESS_RANGE)
          : undefined,
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
