import type { DataOut } from '@backlot/contract/call'
import type { alarmHeat } from '@backlot/contract/map-heat/calls'
import { Segmented, Switch } from 'antd'
import { useHasCapability } from '../../app/session-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { UNIT_SYSTEMS, useUnits } from '../../parts/map/units.ts'
import { HEAT_HOURS, HIDEABLE, type MapLook } from './map-look.ts'
import { SidePanel } from './side-panel.tsx'

type LayersPanelProps = {
  look: MapLook
  heat: { data: DataOut<typeof alarmHeat> | undefined; error: Error | null }
  onLook(change: Partial<MapLook>): void
  onClose(): void
}

/** What is drawn beside the markers, and in which units. Kinds and states of markers are switched in the legend. */
export function LayersPanel({ look, heat, onLook, onClose }: LayersPanelProps) {
  const t = useText('mapTools')
  const tMap = useText('map')
  const units = useUnits()
  const mayHeat = useHasCapability('alarm')
  return (
    <SidePanel title={t('layers')} onClose={onClose}>
      {HIDEABLE.map((layer) => {
        const shown = !look.hidden.includes(layer)
        return (
          <div key={layer} className="map-side-row">
            <label htmlFor={`layer-${layer}`}>{t(`layer.${layer}`)}</label>
            <Switch
              id={`layer-${layer}`}
              size="small"
              checked={shown}
              onChange={(on) =>
                onLook({
                  hidden: HIDEABLE.filter((one) => (one === layer ? !on : look.hidden.includes(one))),
                })
              }
            />
          </div>
        )
      })}
      {mayHeat && (
        <>
          <h4 id="layer-heat">{t('layer.heat')}</h4>
          <Segmented
            block
            size="small"
            aria-labelledby="layer-heat"
            value={look.heat}
            onChange={(hours) => onLook({ heat: hours })}
            options={HEAT_HOURS.map((hours) => ({ value: hours, label: t(`heatRange.${hours}`) }))}
          />
          {heat.error ? (
            <p className="map-side-hint" role="alert">
              {t('heatFailed', { reason: errorText(heat.error) })}
            </p>
          ) : (
            heat.data && (
              <p className="map-side-hint" role="status">
                {t('heatTotal', { count: heat.data.total })}
              </p>
            )
          )}
        </>
      )}
      <h4 id="layer-units">{tMap('units')}</h4>
      <Segmented
        block
        size="small"
        aria-labelledby="layer-units"
        value={units.system}
        onChange={units.set}
        options={UNIT_SYSTEMS.map((system) => ({ value: system, label: tMap(`unit.${system}`) }))}
      />
    </SidePanel>
  )
}
