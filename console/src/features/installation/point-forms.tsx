import { addMonitoringPoint, updateMonitoringPoint } from '@backlot/contract/installation/calls'
import type { MonitoringPoint, PointLimit } from '@backlot/contract/installation/entities'
import { Select } from 'antd'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { describeForm, type FormDescription, type FormField } from '../table-screen/form-types.ts'
import { limitsFault, PointLimitsField, type Quantity } from './point-limits-field.tsx'

type T = Translate<'installation'>
type Entry = { name: string; position: string; codes: string[]; limits: PointLimit[] }
type Known = { sn: string; version: number; quantities: readonly Quantity[] }

function fieldsOf(t: T, { quantities }: Known, measured: readonly string[]): FormField<Entry>[] {
  // Quantities measured at the point are offered first.
  const isHere = ({ code }: Quantity) => measured.includes(code)
  const ordered = [...quantities.filter(isHere), ...quantities.filter((each) => !isHere(each))]
  return [
    { kind: 'text', name: 'name', label: t('point.name') },
    { kind: 'text', name: 'position', label: t('point.position') },
    {
      kind: 'custom',
      name: 'codes',
      label: t('point.quantities'),
      help: t('point.quantitiesHelp'),
      control: (
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('point.quantities')}
          options={quantities.map(({ code, name }) => ({ value: code, label: name }))}
        />
      ),
    },
    {
      kind: 'custom',
      name: 'limits',
      label: t('limit.own'),
      help: t('limit.help'),
      control: <PointLimitsField quantities={ordered} />,
      check: (point) => limitsFault(t, point),
      dependsOn: ['codes'],
    },
  ]
}

/** A new monitoring point. */
export function addForm(t: T, known: Known): FormDescription {
  const { sn, version } = known
  const toBody = (entry: Entry) => ({ ...entry, sn, version })
  return describeForm<Entry>({
    title: t('point.add'),
    width: 600,
    okText: t('create'),
    fields: fieldsOf(t, known, []),
    initial: { name: '', position: '', codes: [], limits: [] },
    schema: addMonitoringPoint.body,
    toBody,
    async save(entry) {
      await request(addMonitoringPoint, { body: addMonitoringPoint.body.parse(toBody(entry)) })
      return t('point.added', { name: entry.name.trim() })
    },
  })
}

/** A monitoring point as it is, to be changed. */
export function editForm(
  t: T,
  known: Known,
  { id, name, position, codes, limits }: MonitoringPoint,
): FormDescription {
  const { sn, version } = known
  const toBody = (entry: Entry) => ({ ...entry, sn, version, id })
  return describeForm<Entry>({
    title: t('point.edit', { name }),
    width: 600,
    okText: t('save'),
    fields: fieldsOf(t, known, codes),
    initial: { name, position, codes, limits },
    editing: true,
    schema: updateMonitoringPoint.body,
    toBody,
    async save(entry) {
      await request(updateMonitoringPoint, { body: updateMonitoringPoint.body.parse(toBody(entry)) })
      return t('point.saved', { name: entry.name.trim() })
    },
  })
}
