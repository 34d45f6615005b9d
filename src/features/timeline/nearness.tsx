import { useTranslation } from '../../ui/index.ts'

/** How near an entry is to what a query asks for, as a share of a hundred. */
export default function Nearness({ near }: { readonly near: number }) {
  const { t, i18n } = useTranslation()
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(Math.max(0, near))
  const label = t('timeline.near', { share })
  return (
    <span className="entry-near" title={label}>
      <span aria-hidden="true">{share}</span>
      <span className="ui-visually-hidden">{label}</span>
    </span>
  )
}
