import { useUnit } from 'effector-react'
import { $ready } from '../../model/app/index.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { ArticleIcon, EmptyState, Kbd, useTranslation } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'

const taught = [
  'timeline:switch-to-next',
  'layout:focus-to-entry-render',
  'entry:star',
  'palette:open',
  'global:show-shortcuts',
]

/** Suggests shortcuts while no entry is open. In an account without subscriptions the list says what comes first, and this pane is still. */
export function NothingOpen() {
  const { t } = useTranslation()
  const faceOf = useCommandPresentation()
  const { ready, subscriptions } = useUnit({ ready: $ready, subscriptions: $subscriptions })
  if (ready && subscriptions.size === 0) return null
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
