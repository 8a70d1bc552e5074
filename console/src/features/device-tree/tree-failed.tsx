import { Button } from 'antd'
import { useText } from '../../language/language.ts'
import { loadTree } from './device-store.ts'

/** In place of devices that could not be loaded, with a button that reloads them. */
export function TreeFailed({ className }: { className: string }) {
  const t = useText('devices')
  return (
    <div className={className} role="alert">
      <span>{t('loadFailed')}</span>{' '}
      <Button size="small" onClick={() => void loadTree()}>
        {t('loadAgain')}
      </Button>
    </div>
  )
}
