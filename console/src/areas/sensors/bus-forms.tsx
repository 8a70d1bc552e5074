import { addControllerChannel, updateControllerChannel } from '@backlot/contract/sense-controllers/calls'
import type { ControllerChannel, SenseController } from '@backlot/contract/sense-controllers/entities'
import { ADDRESS_RANGE } from '@backlot/contract/sense-controllers/modbus'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import { NumberField } from '../../features/table-screen/number-field.tsx'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

type T = Translate<'senseControllers'>
type Line = { sn: string; version: number; places: readonly ControllerChannel[] }

function addressField<Entry extends { address: number | null }>(
  t: T,
  places: readonly ControllerChannel[],
  exceptId: number,
): FormField<Entry> {
  return {
    kind: 'custom',
    name: 'address' as keyof Entry & string,
    label: t('line.address'),
    help: t('line.addressHelp', ADDRESS_RANGE),
    control: <NumberField precision={0} />,
    missing: t('addressHelp', ADDRESS_RANGE),
    invalid: t('addressHelp', ADDRESS_RANGE),
    check({ address }) {
      const there = places.find((place) => place.address === address && place.id !== exceptId)
      return there && t('line.taken', { address: there.address, name: there.name })
    },
  }
}

/** Puts a sensor of the catalogue on a line. */
export function addPlaceForm(t: T, line: Line & { sensors: readonly SenseController[] }): FormDescription {
  type Entry = { ctrlId: number | undefined; address: number | null }
  const { sn, version, places, sensors } = line
  const toBody = (entry: Entry) => ({ ...entry, sn, version })
  return describeForm<Entry>({
    title: t('line.add'),
    okText: t('create'),
    fields: [
      {
        kind: 'select',
        name: 'ctrlId',
        label: t('line.sensor'),
        options: sensors.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` })),
      },
      addressField<Entry>(t, places, 0),
    ],
    initial: { ctrlId: undefined, address: null },
    schema: addControllerChannel.body,
    toBody,
    async save(entry) {
      await request(addControllerChannel, { body: addControllerChannel.body.parse(toBody(entry)) })
      return t('line.added', { address: entry.address ?? 0 })
    },
  })
}

/** Gives a sensor of a line another address. */
export function movePlaceForm(
  t: T,
  { sn, version, places }: Line,
  place: ControllerChannel,
): FormDescription {
  type Entry = { address: number | null }
  const toBody = (entry: Entry) => ({ ...entry, sn, version, id: place.id })
  return describeForm<Entry>({
    title: t('line.move', { name: place.name }),
    okText: t('save'),
    fields: [addressField<Entry>(t, places, place.id)],
    initial: { address: place.address },
    editing: true,
    schema: updateControllerChannel.body,
    toBody,
    async save(entry) {
      await request(updateControllerChannel, { body: updateControllerChannel.body.parse(toBody(entry)) })
      return t('line.moved', { name: place.name, address: entry.address ?? 0 })
    },
  })
}
