import { useUnit } from 'effector-react'
import { tagsFromText, textOfTags } from '../../contract/feed-tags.ts'
import { labelKey } from '../../contract/label-names.ts'
import { $tagNames } from '../../model/subscriptions/tags.ts'
import { Button, TextField, useTranslation } from '../../ui/index.ts'

/** Offered at once. */
const MAX_OFFERED = 12

export type TagsFieldProps = {
  /** Separated by commas. */
  readonly value: string
  readonly onChange: (tags: string) => void
}

/** The tags of a feed: those of other feeds are offered. */
export function TagsField({ value, onChange }: TagsFieldProps) {
  const { t } = useTranslation('app')
  const tags = tagsFromText(value)
  const keys = new Set(tags.map(labelKey))
  const offered = useUnit($tagNames)
    .filter((name) => !keys.has(labelKey(name)))
    .slice(0, MAX_OFFERED)
  return (
    <>
      <TextField
        label={t('subscription.tags')}
        hint={t('subscription.tagsHint', { query: `tag:${tags[0] ?? 'science/physics'}` })}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {offered.length > 0 && (
        <div className="tags-offered" role="group" aria-label={t('subscription.tagsOffered')}>
          {offered.map((name) => (
            <Button key={name} variant="quiet" onClick={() => onChange(textOfTags([...tags, name]))}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
