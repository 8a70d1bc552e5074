import { Image } from 'antd'
import { useText } from '../../language/language.ts'
import { platformAddress } from '../../platform/config.ts'

const SIDE_PX = 84

/** Pictures of a line of the history; a click shows them large, one after the other. */
export function OrderPictures({ paths }: { paths: readonly string[] }) {
  const t = useText('workOrders')
  if (paths.length === 0) return null
  return (
    <Image.PreviewGroup>
      <span className="order-pictures">
        {paths.map((path, index) => (
          <Image
            key={path}
            width={SIDE_PX}
            height={SIDE_PX * 0.66}
            src={platformAddress(path)}
            alt={t('pictures.nth', { n: index + 1 })}
          />
        ))}
      </span>
    </Image.PreviewGroup>
  )
}
