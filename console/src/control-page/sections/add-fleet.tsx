import { FLEET_COUNT_MAX, FLEET_PROFILES, PLACEMENTS } from '@backlot/contract/control/fleet-choices'
import { DEVICE_KINDS, type DeviceKind } from '@backlot/contract/devices/kinds'
import { factsOf, knownKinds } from '@backlot/contract/devices/known-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { Field, Form, Submit, Tick } from '../form.tsx'
import { Panel } from '../parts.tsx'
import { kindName, t } from '../text.ts'

/** A form for a fleet that comes on top of the scenario. */
export function AddFleetPanel() {
  const queries = useQueryClient()
  const [kind, setKind] = useState<DeviceKind>(DEVICE_KINDS[0])
  const { moves, models = [], wire: speaks } = factsOf(kind)
  const places = PLACEMENTS.filter((place) => (place === 'traffic') === moves)
  const byDefault = ['', t('byDefault')] as const
  const add = async ({ group, ...values }: Record<string, unknown>) => {
    const name = group ?? t('fleet.groupName')
    // Each fleet gets a group of its own.
    const key = `page${Date.now().toString(36)}`
    await call('/control/fleets', { ...values, kind, name, group: { key, name: { zh: name, en: name } } })
    await queries.invalidateQueries({ queryKey: ['fleets'] })
  }
  return (
    <Panel head={t('fleet.add')}>
      <Form send={add}>
        <div className="fields">
          <Field
            label={t('kind')}
            choices={knownKinds().map((one) => [one, kindName(one)])}
            value={kind}
            onChange={(chosen) => setKind(knownKinds().find((one) => one === chosen) ?? DEVICE_KINDS[0])}
          />
          <Field
            label={t('fleet.count')}
            name="count"
            as="number"
            min={1}
            max={FLEET_COUNT_MAX}
            step={1}
            defaultValue={20}
            isRequired
          />
          <Field label={t('fleet.group')} name="group" defaultValue={t('fleet.groupName')} />
          <Field
            key={`at ${kind}`}
            label={t('fleet.placement')}
            name="placement"
            choices={places.map((place) => [place, t(`place.${place}`)])}
          />
          {models.length > 0 && (
            <Field
              key={`of ${kind}`}
              label={t('fleet.model')}
              name="models"
              as="list"
              choices={[byDefault, ...models.map((model) => [model, model] as const)]}
            />
          )}
          <Field
            label={t('fleet.profile')}
            name="profile"
            choices={[byDefault, ...FLEET_PROFILES.map((one) => [one, t(`profile.${one}`)] as const)]}
          />
          <Field label={t('seed')} name="seed" as="number" min={0} placeholder={t('platformSeed')} />
        </div>
        <div className="foot">
          <Tick key={String(speaks)} label={t('fleet.onWire')} name="wire" isDisabled={!speaks} />
          <Submit busy={t('fleet.adding')}>{t('fleet.spawn')}</Submit>
        </div>
      </Form>
    </Panel>
  )
}
