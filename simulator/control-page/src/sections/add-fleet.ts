import { FLEET_COUNT_MAX, FLEET_PROFILES, PLACEMENTS } from '@backlot/contract/control/fleet-choices'
import { DEVICE_KINDS, KIND_FACTS } from '@backlot/contract/devices/kinds'
import { call, type Refused } from '../api.ts'
import { fill, h } from '../dom.ts'
import { choice, field, form, numberOf, panel, submit, tick } from '../forms.ts'
import { attempt } from '../say.ts'
import { kindName, named, t } from '../words.ts'

export const KINDS: readonly string[] = DEVICE_KINDS

/** A form for a fleet that comes on top of the scenario. */
export function addFleetPanel(onAdded: () => unknown): HTMLElement {
  const kind = choice(
    t('fleet.kind'),
    KINDS.map((name) => [name, kindName(name)]),
  )
  const size = field(t('fleet.count'), { type: 'number', min: 1, max: FLEET_COUNT_MAX, value: 20 })
  const name = field(t('fleet.group'), { value: t('fleet.groupName') })
  const seed = field(t('fleet.seed'), { type: 'number', min: 0, placeholder: t('fleet.platformSeed') })
  const profile = choice(t('fleet.profile'), [
    ['', t('fleet.byDefault')],
    ...FLEET_PROFILES.map((one) => [one, t(`profile.${one}`)] as const),
  ])
  const wire = tick(t('fleet.onWire'))
  const go = submit(t('fleet.spawn'))
  let placement = choice(t('fleet.placement'), [])
  let model = choice(t('fleet.model'), [])
  const placementHole = h('div')
  const modelHole = h('div')
  const fit = () => {
    const chosen = DEVICE_KINDS.find((name) => name === kind.input.value) ?? DEVICE_KINDS[0]
    const { moves, models = [], wire: speaks } = KIND_FACTS[chosen]
    const places = moves ? ['traffic'] : PLACEMENTS.filter((place) => place !== 'traffic')
    placement = choice(
      t('fleet.placement'),
      places.map((place) => [place, named('place', place)]),
    )
    fill(placementHole, placement.box)
    model = choice(t('fleet.model'), [
      ['', t('fleet.byDefault')],
      ...models.map((one) => [one, one] as const),
    ])
    fill(modelHole, models.length > 0 && model.box)
    wire.input.disabled = !speaks
    if (!speaks) wire.input.checked = false
  }
  kind.input.addEventListener('change', fit)
  fit()
  const complain = (error?: Refused) => {
    const fields = { kind, count: size, placement, seed, models: model, group: name }
    for (const [key, one] of Object.entries(fields)) {
      one.complain(error?.field?.startsWith(key) ? error.message : undefined)
    }
  }
  const add = async () => {
    complain()
    go.disabled = true
    go.textContent = t('fleet.adding')
    const text = name.input.value.trim() || t('fleet.groupName')
    const spec = {
      name: text,
      kind: kind.input.value,
      count: numberOf(size) ?? 0,
      group: { key: keyOf(), name: { zh: text, en: text } },
      placement: placement.input.value,
      ...(model.input.value ? { models: [model.input.value] } : {}),
      ...(profile.input.value ? { profile: profile.input.value } : {}),
      ...(wire.input.checked ? { wire: true } : {}),
      ...(numberOf(seed) === undefined ? {} : { seed: numberOf(seed) }),
    }
    await attempt(async () => {
      await call('/control/fleets', spec)
      await onAdded()
    }, complain)
    go.disabled = false
    go.textContent = t('fleet.spawn')
  }
  const fields = h(
    'div',
    { class: 'fields' },
    kind.box,
    size.box,
    name.box,
    placementHole,
    modelHole,
    profile.box,
    seed.box,
  )
  return panel(
    t('fleet.add'),
    form(() => void add(), fields, h('div', { class: 'foot' }, wire.box, go)),
  )
}

/** Each fleet gets a group of its own. */
const keyOf = () => `page${Date.now().toString(36)}`
