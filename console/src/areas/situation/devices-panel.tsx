import { GlyphIcon } from '../../features/map/glyph-icon.tsx'
import { useFleet } from '../../features/situation/fleet-now.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { Bar, Panel } from './panel.tsx'

/** Numbers of online devices: in all, by kind, by group. */
export function DevicesPanel() {
  const t = useText('situation')
  const kinds = useText('map')
  const language = useLanguage()
  const { fleet, ready } = useFleet()
  const rate = fleet.all > 0 ? (fleet.online / fleet.all) * 100 : undefined
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const counts = (online: number, all: number) => (
    <span className="wall-count">
      {number.format(online)}
      <small> / {number.format(all)}</small>
    </span>
  )
  return (
    <>
      <Panel name="devices" title={t('devices.title')}>
        <div className="wall-rate">
          <p className="wall-big">
            {ready && rate !== undefined ? percent.format(rate) : '–'}
            <small>%</small>
          </p>
          <dl>
            <div>
              <dt>{t('devices.online')}</dt>
              <dd>{ready ? counts(fleet.online, fleet.all) : '–'}</dd>
            </div>
            <div>
              <dt>{t('devices.offline')}</dt>
              <dd>{ready ? number.format(fleet.all - fleet.online) : '–'}</dd>
            </div>
            <div data-tone={fleet.gpsLost > 0 ? 'warn' : undefined}>
              <dt>{t('devices.gpsLost')}</dt>
              <dd>{ready ? number.format(fleet.gpsLost) : '–'}</dd>
            </div>
          </dl>
        </div>
        <Bar parts={[[fleet.all > 0 ? fleet.online / fleet.all : 0, 'bar-ok']]} />
        {ready && fleet.all === 0 && <p className="wall-none">{t('devices.none')}</p>}
        <ul className="wall-rows wall-kinds">
          {fleet.kinds.map(({ kind, devices, online }) => (
            <li key={kind}>
              <GlyphIcon kind={kind} size={18} />
              <span className="wall-name">{kinds(`kind.${kind}`)}</span>
              <Bar parts={[[online / devices, 'bar-ok']]} />
              {counts(online, devices)}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel name="groups" title={t('devices.byGroup')}>
        <ul className="wall-rows">
          {fleet.groups.map(({ id, name, devices, online }) => (
            <li key={id}>
              <span className="wall-name" title={name}>
                {name}
              </span>
              <Bar parts={[[online / devices, 'bar-ok']]} />
              {counts(online, devices)}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
