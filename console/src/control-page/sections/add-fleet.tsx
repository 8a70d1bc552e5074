import {
  DEVICE_KINDS,
  FLEET_COUNT_MAX,
  FLEET_PROFILES,
  PLACEMENTS,
  STATION_MODELS,
  WIRE_KINDS,
} from '@backlot/contract/control/fleet-choices'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { Field, Form, Submit, Tick } from '../form.tsx'
import { Panel } from '../parts.tsx'
import { t } from '../text.ts'

const MOVING = ['vehicle', 'bodyCamera']

/** A form for a fleet that comes on top of the scenario. */
export function AddFleetPanel() {
  const queries = useQueryClient()
  const [kind, setKind] = useState<string>(DEVICE_KINDS[0])
  const places = PLACEMENTS.filter((place) => (place === 'traffic') === MOVING.includes(kind))
  const models = STATION_MODELS[kind] ?? []
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
            choices={DEVICE_KINDS.map((one) => [one, t(`kinds.${one}`)])}
            value={kind}
            onChange={setKind}
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
          <Tick
            key={String(WIRE_KINDS.includes(kind))}
            label={t('fleet.onWire')}
            name="wire"
            isDisabled={!WIRE_KINDS.includes(kind)}
          />
          <Submit busy={t('fleet.adding')}>{t('fleet.spawn')}</Submit>
        </div>
      </Form>
    </Panel>
  )
}
