import { DRAWING_LIMITS } from '@backlot/contract/map-drawings/constants'
import { type Drawing, DrawingStyle, isArea } from '@backlot/contract/map-drawings/entities'
import { Button, ColorPicker, Input, Popconfirm, Slider } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { InputNumber } from '../../components/number-input.tsx'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { FenceFields } from './fence-fields.tsx'
import { useSizeText } from './use-size-text.ts'

const WIDTH = rulesOf(DrawingStyle.shape.width)
/** So that a drawing can be found on the map. */
const OPACITY_MIN = 0.1

/** A drawing as it is being changed. */
export type DrawingEdit = Pick<Drawing, 'type' | 'name' | 'points' | 'radius' | 'style' | 'fence'> & {
  /** Undefined when the platform does not have it: it could not be kept, or somebody deleted it. */
  id: number | undefined
}

type DrawingFormProps = {
  edited: DrawingEdit
  onEdit(edit: DrawingEdit): void
  onSave(): Promise<void>
  onDelete(): Promise<void>
  onLeave(): void
}

/** Name, look and fence of a drawing; its shape is changed on the map meanwhile. */
export function DrawingForm({ edited, onEdit, onSave, onDelete, onLeave }: DrawingFormProps) {
  const t = useText('mapTools')
  const [busy, setBusy] = useState(false)
  const sizeOf = useSizeText()
  const { type, name, style, fence } = edited
  const run = async (work: () => Promise<void>, done: string) => {
    setBusy(true)
    try {
      await work()
      notify.success(done)
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const look = (change: Partial<Drawing['style']>) => onEdit({ ...edited, style: { ...style, ...change } })
  return (
    <form
      tabIndex={-1}
      aria-label={t(`type.${type}`)}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void run(onSave, t('drawingSaved'))
      }}
    >
      <div className="map-side-row">
        <Input
          size="small"
          value={name}
          maxLength={DRAWING_LIMITS.nameLength}
          aria-label={t('drawingName')}
          placeholder={t('drawingName')}
          status={name.trim() === '' ? 'error' : ''}
          onChange={(event) => onEdit({ ...edited, name: event.target.value })}
        />
        <ColorPicker
          size="small"
          disabledAlpha
          value={style.colour}
          onChange={(colour) => look({ colour: colour.toHexString() })}
        >
          <button
            type="button"
            className="drawing-swatch-button"
            style={{ background: style.colour }}
            aria-label={t('drawingColour')}
          />
        </ColorPicker>
      </div>
      {type !== 'point' && (
        <>
          <div className="map-side-row">
            <label htmlFor="drawing-width">{t('drawingWidth')}</label>
            <InputNumber
              id="drawing-width"
              size="small"
              min={WIDTH.min}
              max={WIDTH.max}
              precision={0}
              value={style.width}
              onChange={(width) => look({ width: width ?? style.width })}
            />
          </div>
          <div className="map-side-row">
            <span id="drawing-opacity">{t('drawingOpacity')}</span>
            <Slider
              style={{ width: 120, margin: '0 6px' }}
              ariaLabelledByForHandle="drawing-opacity"
              min={OPACITY_MIN}
              max={rulesOf(DrawingStyle.shape.opacity).max}
              step={0.05}
              value={style.opacity}
              onChange={(opacity: number) => look({ opacity })}
            />
          </div>
        </>
      )}
      {type !== 'point' && (
        <div className="map-side-row">
          <span>{t(`size.${type}`)}</span>
          <span>{sizeOf(edited)}</span>
        </div>
      )}
      {isArea(type) && <FenceFields fence={fence} onChange={(next) => onEdit({ ...edited, fence: next })} />}
      <div className="map-side-foot">
        <Popconfirm
          title={t('drawingDelete', { name })}
          okText={t('delete')}
          cancelText={t('cancel')}
          onConfirm={() => run(onDelete, t('drawingDeleted'))}
        >
          <Button size="small" danger disabled={busy}>
            {t('delete')}
          </Button>
        </Popconfirm>
        <span className="grow" />
        <Button size="small" onClick={onLeave}>
          {t('cancel')}
        </Button>
        <Button size="small" type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
