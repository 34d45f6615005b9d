import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { dialogOpened } from '../../model/layout/index.ts'
import { EmptyState, FeedIcon, tooltip, useTranslation } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'

/** The commands behind the words of the sentence. */
const commands: Readonly<Record<string, string>> = {
  add: 'global:quick-add',
  discover: 'go:discover',
  keys: 'global:show-shortcuts',
}

/** An account that follows nothing: each way to begin is a word of one sentence. */
export default function EmptyAccount() {
  const { t } = useTranslation()
  const open = useUnit(dialogOpened)
  const faceOf = useCommandPresentation()
  const link = (name: string, label: string): ReactNode => {
    const id = commands[name]
    const keys = id === undefined ? undefined : faceOf(id)?.keys
    return (
      <button
        key={name}
        type="button"
        className="ui-text-link"
        data-command-id={id}
        {...(keys === undefined ? {} : tooltip(faceOf(id ?? '')?.label ?? label, keys))}
        onClick={id === undefined ? () => open({ id: 'import-report' }) : undefined}
      >
        {label}
      </button>
    )
  }
  return (
    <EmptyState
      icon={<FeedIcon />}
      title={t('timeline.nothingFollowed')}
      description={
        <p>
          {linksIn(t('timeline.nothingFollowedWords')).map((part) =>
            typeof part === 'string' ? part : link(part.name, part.label),
          )}
        </p>
      }
    />
  )
}

/** A part of a sentence: plain, or the words of a link. */
type SentencePart = string | { readonly name: string; readonly label: string }

/** The parts of a translated sentence, in which `[words](name)` are links: their order differs by language. */
export function linksIn(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = []
  let at = 0
  for (const match of sentence.matchAll(/\[([^\]]+)\]\(([\w-]+)\)/g)) {
    const [whole, label = '', name = ''] = match
    if (match.index > at) parts.push(sentence.slice(at, match.index))
    parts.push({ name, label })
    at = match.index + whole.length
  }
  if (at < sentence.length) parts.push(sentence.slice(at))
  return parts
}
