import type { DataOut } from '@backlot/contract/call'
import type { alarmHeat } from '@backlot/contract/map-heat/calls'
import { Segmented, Switch } from 'antd'
import { UNIT_SYSTEMS, useUnits } from '../../features/map/units.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { useHasCapability } from '../../session/session-store.ts'
import { HEAT_HOURS, HIDEABLE, type Hideable, type MapLook, OPTIONAL, type Optional } from './map-look.ts'
import { SidePanel } from './side-panel.tsx'
import type { useMapExtras } from './use-map-extras.ts'

type LayersPanelProps = {
  look: MapLook
  heat: { data: DataOut<typeof alarmHeat> | undefined; error: Error | null }
  extras: ReturnType<typeof useMapExtras>
  onLook(change: Partial<MapLook>): void
  onClose(): void
}

/** Layers besides the markers, and their units. Kinds and states of markers are switched in the legend. */
export function LayersPanel({ look, heat, extras, onLook, onClose }: LayersPanelProps) {
  const t = useText('mapTools')
  const tMap = useText('map')
  const units = useUnits()
  const mayHeat = useHasCapability('alarm')
  return (
    <SidePanel title={t('layers')} onClose={onClose}>
      {HIDEABLE.map((layer) => (
        <LayerSwitch
          key={layer}
          layer={layer}
          on={!look.hidden.includes(layer)}
          onSwitch={(on) =>
            onLook({ hidden: HIDEABLE.filter((one) => (one === layer ? !on : look.hidden.includes(one))) })
          }
        />
      ))}
      {OPTIONAL.map((layer) => (
        <LayerSwitch
          key={layer}
          layer={layer}
          on={look.shown.includes(layer)}
          onSwitch={(on) =>
            onLook({ shown: OPTIONAL.filter((one) => (one === layer ? on : look.shown.includes(one))) })
          }
        />
      ))}
      {extras.trafficError && (
        <p className="map-side-hint" role="alert">
          {t('trafficFailed', { reason: errorText(extras.trafficError) })}
        </p>
      )}
      {extras.weatherError && (
        <p className="map-side-hint" role="alert">
          {t('weatherFailed', { reason: errorText(extras.weatherError) })}
        </p>
      )}
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

type LayerSwitchProps = { layer: Hideable | Optional; on: boolean; onSwitch(on: boolean): void }

function LayerSwitch({ layer, on, onSwitch }: LayerSwitchProps) {
  const t = useText('mapTools')
  return (
    <div className="map-side-row">
      <label htmlFor={`layer-${layer}`}>{t(`layer.${layer}`)}</label>
      <Switch id={`layer-${layer}`} size="small" checked={on} onChange={onSwitch} />
    </div>
  )
}
