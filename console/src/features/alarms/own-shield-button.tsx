import { updateShieldList } from '@backlot/contract/alarms/calls'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { ShieldChoice } from './shield-choice.tsx'
import { loadShieldList, useShield } from './shield-store.ts'

/** Opens the user's own shield list. Ticked types leave the live list as soon as it is saved. */
export function OwnShieldButton({ labelledBy }: { labelledBy?: string }) {
  const t = useText('alarmTypes')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        {...(labelledBy ? { 'aria-describedby': labelledBy } : {})}
        onClick={() => setOpen(true)}
      >
        {t('ownShieldEdit')}
      </Button>
      {open && <OwnShieldDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function OwnShieldDialog({ onClose }: { onClose: () => void }) {
  const t = useText('alarmTypes')
  const stored = useShield(({ shield }) => shield)
  const [list, setList] = useState(() => [...stored].join(','))
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const save = async () => {
    setBusy(true)
    try {
      await request(updateShieldList, { body: { shieldList: list } })
      await loadShieldList()
      onClose()
    } catch (error) {
      setRefusal(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={520}
      title={t('ownShield')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={busy}
      onOk={save}
      onCancel={onClose}
    >
      {refusal && <Alert type="error" showIcon title={refusal} />}
      <ShieldChoice value={list} onChange={setList} />
    </Modal>
  )
}
