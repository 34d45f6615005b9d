import { ArticleIcon, EmptyState, Kbd, useTranslation } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'

const taught = [
  'timeline:switch-to-next',
  'layout:focus-to-entry-render',
  'entry:star',
  'palette:open',
  'global:show-shortcuts',
]

/** Suggests a shortcut while no entry is open. */
export function NothingOpen() {
  const { t } = useTranslation()
  const faceOf = useCommandPresentation()
  return (
    <EmptyState
      icon={<ArticleIcon />}
      title={t('entry.nothingOpen')}
      description={
        <dl className="entry-keys">
          {taught.flatMap((id) => {
            const face = faceOf(id)
            if (!face?.keys) return []
            return [
              <dt key={`${id} keys`}>
                <Kbd keys={face.keys} />
              </dt>,
              <dd key={id}>{face.label}</dd>,
            ]
          })}
        </dl>
      }
    />
  )
}
