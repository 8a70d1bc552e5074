import { commentWorkOrder } from '@backlot/contract/work-orders/calls'
import { ORDER_LIMITS } from '@backlot/contract/work-orders/constants'
import type { WorkOrderDetail } from '@backlot/contract/work-orders/entities'
import { stepRefusal } from '@backlot/contract/work-orders/order-steps'
import { Button, Input, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { CopyOwnText } from '../../components/copy-own-text.tsx'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { queryClient } from '../../platform/query-client.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { useMayCall } from '../../session/may-call.ts'
import { PictureUploads } from './picture-uploads.tsx'
import { useOrderViewer } from './use-work-order.ts'

/** A comment on an order, with pictures. */
export function OrderComment({ order }: { order: WorkOrderDetail }) {
  const t = useText('workOrders')
  const viewer = useOrderViewer()
  const mayHandle = useMayCall()(commentWorkOrder)
  const [content, setContent] = useState('')
  const [pictures, setPictures] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const typed = content !== '' || pictures.length > 0
  useEffect(() => (typed ? guardPage() : undefined), [typed])
  const isClosed = stepRefusal(order, 'comment', viewer) !== undefined
  const whyNot = isClosed ? t('whyNot.commentClosed') : mayHandle ? undefined : t('whyNot.mayNot')
  const empty = content.trim() === '' && pictures.length === 0 ? t('fault.comment') : undefined

  async function send() {
    setBusy(true)
    try {
      await request(commentWorkOrder, { body: { id: order.id, content, pictures } })
      setContent('')
      setPictures([])
      await queryClient.invalidateQueries({ queryKey: ['workOrders'] })
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  if (whyNot) {
    return (
      <>
        <p className="order-quiet">{whyNot}</p>
        {/* Text that was being written when somebody closed the order. */}
        {content !== '' && (
          <div className="order-comment">
            <Input.TextArea autoSize readOnly aria-label={t('comment')} value={content} />
            <CopyOwnText text={content} />
          </div>
        )}
      </>
    )
  }
  return (
    <form
      className="order-comment"
      aria-label={t('comment')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!empty) void send()
      }}
    >
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={ORDER_LIMITS.content}
        aria-label={t('comment')}
        placeholder={t('commentHint')}
        value={content}
        readOnly={busy}
        onChange={(event) => setContent(event.target.value)}
      />
      <footer>
        <PictureUploads value={pictures} onChange={setPictures} />
        <Tooltip title={empty}>
          <Button htmlType="submit" loading={busy} disabled={empty !== undefined}>
            {t('send')}
          </Button>
        </Tooltip>
      </footer>
    </form>
  )
}
