import type { Detection } from '@backlot/contract/ai-view/entities'
import { useLayoutEffect, useRef } from 'react'
import { useText } from '../../language/language.ts'
import { detectionKind, labelWeight, percentOf } from './detection-look.ts'
import './detections.css'
import { placeLabels } from './place-labels.ts'

const PERCENT = 100

/** Boxes and labels over a picture; its parent has the measures of the whole picture. */
export function DetectionBoxes({ list }: { list: readonly Detection[] }) {
  const t = useText('aiView')
  const layer = useRef<HTMLSpanElement>(null)

  useLayoutEffect(() => {
    const shown = layer.current
    if (!shown || list.length === 0) return
    const place = () => {
      const boxes = [...shown.querySelectorAll<HTMLElement>('.detection')]
      const labels = boxes.flatMap((box, at) => {
        const label = box.querySelector('b')
        // Those that the style leaves out have no size.
        return label && label.offsetWidth > 0 ? [{ box, label, weight: labelWeight(list[at]!) }] : []
      })
      const places = placeLabels(
        labels.map(({ box, label, weight }) => ({
          ...{ x: box.offsetLeft, y: box.offsetTop, width: box.offsetWidth, height: box.offsetHeight },
          ...{ labelWidth: label.offsetWidth, labelHeight: label.offsetHeight, weight },
        })),
        { width: shown.clientWidth, height: shown.clientHeight },
      )
      for (const [at, { box, label }] of labels.entries()) {
        const to = places[at]
        label.style.visibility = to ? 'visible' : 'hidden'
        if (!to) continue
        label.style.left = `${to.x - box.offsetLeft - box.clientLeft}px`
        label.style.top = `${to.y - box.offsetTop - box.clientTop}px`
      }
    }
    const watch = new ResizeObserver(place)
    watch.observe(shown)
    place()
    return () => watch.disconnect()
  }, [list])

  return (
    <span ref={layer} className="detections" aria-hidden>
      {list.map((one) => (
        <span
          key={`${one.label}-${one.trackId}`}
          className="detection"
          data-kind={detectionKind(one.label)}
          style={{
            left: `${one.left * PERCENT}%`,
            top: `${one.top * PERCENT}%`,
            width: `${one.width * PERCENT}%`,
            height: `${one.height * PERCENT}%`,
          }}
        >
          <b>
            {t(`label.${one.label}`)} {percentOf(one.score)}
          </b>
        </span>
      ))}
    </span>
  )
}
