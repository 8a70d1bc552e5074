import { DRAWING_TYPES } from '@backlot/contract/map-drawings/constants'
import type { Drawing, DrawingType } from '@backlot/contract/map-drawings/entities'
import { Switch } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'
import { useSnapSwitch } from '../../features/map/drawing/use-snapping.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { type DrawingEdit, DrawingForm } from './drawing-form.tsx'
import { DrawingIcon } from './drawing-icons.tsx'
import { SidePanel } from './side-panel.tsx'
import type { Drawings } from './use-drawings.ts'
import { useSizeText } from './use-size-text.ts'

type DrawingsPanelProps = {
  drawings: Drawings
  /** Type of the drawing in progress. */
  drawing: DrawingType | undefined
  edited: DrawingEdit | undefined
  onDraw(type: DrawingType): void
  onChoose(drawing: Drawing): void
  onEdit(edit: DrawingEdit): void
  onSave(): Promise<void>
  onDelete(): Promise<void>
  onLeave(): void
  onClose(): void
}

/** The own drawings: new ones by shape, the list, and the form of the one that is edited. */
export function DrawingsPanel(props: DrawingsPanelProps) {
  const { drawings, drawing, edited, onDraw, onChoose, onClose } = props
  const t = useText('mapTools')
  const snap = useSnapSwitch()
  const body = useRef<HTMLDivElement>(null)
  useKeptFocus(body, edited)
  return (
    <SidePanel title={t('drawings')} onClose={onClose}>
      <div className="draw-types">
        {DRAWING_TYPES.map((type) => (
          <button
            key={type}
            type="button"
            disabled={drawings.missing}
            aria-pressed={drawing === type}
            aria-label={t('draw', { type: t(`type.${type}`) })}
            title={drawings.missing ? t('drawingsMissing') : t('draw', { type: t(`type.${type}`) })}
            onClick={() => onDraw(type)}
          >
            <DrawingIcon type={type} />
          </button>
        ))}
      </div>
      <div className="map-side-row">
        <label htmlFor="drawing-snap">{t('snap')}</label>
        <Switch id="drawing-snap" size="small" checked={snap.on} onChange={snap.set} />
      </div>
      <div ref={body}>
        {edited ? (
          <DrawingForm key={edited.id} {...props} edited={edited} />
        ) : (
          <List {...{ drawings, onChoose }} />
        )}
      </div>
    </SidePanel>
  )
}

/** List and form take each other's place: the focus goes from an entry to its form, and back. */
function useKeptFocus(body: RefObject<HTMLElement | null>, edited: DrawingEdit | undefined): void {
  const before = useRef(edited)
  useEffect(() => {
    const was = before.current
    before.current = edited
    const hasChanged = (was === undefined) !== (edited === undefined)
    // The element that had the focus is gone.
    if (!hasChanged || document.activeElement !== document.body) return
    const next = edited ? 'form' : `[data-drawing="${was?.id}"]`
    body.current?.querySelector<HTMLElement>(next)?.focus()
  }, [body, edited])
}

function List({ drawings, onChoose }: Pick<DrawingsPanelProps, 'drawings' | 'onChoose'>) {
  const t = useText('mapTools')
  const sizeOf = useSizeText()
  if (drawings.missing) return <p className="map-side-hint">{t('drawingsMissing')}</p>
  if (drawings.error) {
    return (
      <p className="map-side-hint" role="alert">
        {t('drawingsFailed', { reason: errorText(drawings.error) })}
      </p>
    )
  }
  if (drawings.list.length === 0) return <p className="map-side-hint">{t('drawingsNone')}</p>
  return (
    <ul aria-label={t('drawings')}>
      {drawings.list.map((drawing) => (
        <li key={drawing.id}>
          <button
            type="button"
            className="map-side-item"
            data-drawing={drawing.id}
            onClick={() => onChoose(drawing)}
          >
            <span style={{ color: drawing.style.colour, display: 'grid' }}>
              <DrawingIcon type={drawing.type} size={16} />
            </span>
            <span className="map-side-name">{drawing.name}</span>
            <small>{drawing.fence ? t('fence') : sizeOf(drawing)}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}
