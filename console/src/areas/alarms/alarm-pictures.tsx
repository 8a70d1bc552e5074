import { LoadingOutlined, PictureOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Image } from 'antd'
import { useState } from 'react'
import { useText } from '../../language/language.ts'
import { hasStrip } from '../../parts/alarms/has-strip.ts'
import { platformAddress } from '../../platform/config.ts'

const VIDEO = 2

/** Pictures and clips of an alarm: one large, the others to choose from. They may arrive after the alarm. */
export function AlarmPictures({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms')
  const [chosen, setChosen] = useState(0)
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const [strip, setStrip] = useState(false)
  const [enlarged, setEnlarged] = useState(false)
  const resource = alarm.resource[chosen]
  const shown = resource && !broken.has(resource.url)
  return (
    <div className="alarm-pictures">
      <div className="alarm-picture" data-strip={strip}>
        {!shown && (
          <span>
            <PictureOutlined /> {resource ? t('picture.failed') : t('picture.none')}
          </span>
        )}
        {shown && resource.type !== VIDEO && !loaded.has(resource.url) && (
          <span className="alarm-picture-loading">
            <LoadingOutlined style={{ fontSize: 22 }} aria-label={t('picture.loading')} />
          </span>
        )}
        {shown && resource.type === VIDEO && (
          // biome-ignore lint/a11y/useMediaCaption: a field device's clip has no captions
          <video controls src={platformAddress(resource.url)} />
        )}
        {shown && resource.type !== VIDEO && (
          <button
            type="button"
            className="alarm-picture-open"
            aria-label={t('picture.enlarge')}
            onClick={() => setEnlarged(true)}
          >
            <img
              src={platformAddress(resource.url)}
              alt={t('picture.nth', { n: chosen + 1, device: alarm.devName })}
              onLoad={(event) => {
                setLoaded(new Set([...loaded, resource.url]))
                setStrip(hasStrip(event.currentTarget))
              }}
              onError={() => setBroken(new Set([...broken, resource.url]))}
            />
          </button>
        )}
        {enlarged && resource && (
          <Image
            src={platformAddress(resource.url)}
            alt=""
            style={{ display: 'none' }}
            preview={{ open: true, onOpenChange: setEnlarged }}
          />
        )}
      </div>
      {alarm.resource.length > 1 && (
        <ul className="alarm-thumbs">
          {alarm.resource.map((one, index) => (
            <li key={one.url}>
              <button
                type="button"
                aria-pressed={index === chosen}
                aria-label={t(one.type === VIDEO ? 'picture.clip' : 'picture.nth', {
                  n: index + 1,
                  device: alarm.devName,
                })}
                onClick={() => setChosen(index)}
              >
                {one.type === VIDEO ? (
                  <PlayCircleOutlined style={{ fontSize: 20 }} />
                ) : (
                  <img src={platformAddress(one.url)} alt="" loading="lazy" />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
