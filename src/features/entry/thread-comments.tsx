import { useUnit } from 'effector-react'
import { memo, useImperativeHandle, useLayoutEffect, useMemo, useRef, type MouseEvent, type Ref } from 'react'
import { safeHref } from '../../core/safe-href.ts'
import { $imageProxy, isPictureProxied } from '../../model/session/index.ts'
import { RelativeTime, useTranslation } from '../../ui/index.ts'
import { openFrame } from './frames.ts'
import { sanitise, type ContentOptions } from './sanitise.ts'
import type { CommentNode } from './thread-tree.ts'
import { useContentPictures } from './use-content-pictures.ts'

type ThreadCommentsProps = {
  readonly ref: Ref<HTMLDivElement>
  readonly roots: readonly CommentNode[]
  /** Ids of comments whose text and replies are hidden. */
  readonly collapsed: ReadonlySet<string>
  /** Id of the comment that the keys act on. */
  readonly current: string | null
  readonly onToggle: (id: string) => void
  readonly onFocus: (id: string) => void
}

/** All comments with their replies below them. */
export function ThreadComments({ ref, roots, ...list }: ThreadCommentsProps) {
  const { t } = useTranslation('app')
  const box = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => box.current as HTMLDivElement)
  const shown = useMemo(() => ({ roots, collapsed: list.collapsed }), [roots, list.collapsed])
  const pictures = useContentPictures(box, shown, t('reading.pictureFailed'))
  const options = useCommentOptions()
  const openFrames = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-frame]')
    if (button) openFrame(button)
  }
  return (
    <div
      ref={box}
      onClick={openFrames}
      onLoadCapture={pictures.onLoadCapture}
      onErrorCapture={pictures.onErrorCapture}
    >
      <CommentList nodes={roots} options={options} {...list} />
    </div>
  )
}

function useCommentOptions(): ContentOptions {
  const { t, i18n } = useTranslation('app')
  const imageProxy = useUnit($imageProxy)
  const { language } = i18n
  const textOf = useMemo(() => i18n.getFixedT(language, 'app'), [i18n, language])
  const tableLabel = t('entry.table')
  return useMemo(
    () => ({
      inlineStyle: false,
      frameLabel: (host) => textOf('reading.loadFrame', { host }),
      removedMessage: () => null,
      tableLabel,
      page: null,
      title: null,
      sizes: new Map(),
      isProxied: (address) => isPictureProxied(imageProxy, window.location.href, address),
    }),
    [textOf, imageProxy, tableLabel],
  )
}

type CommentListProps = Omit<ThreadCommentsProps, 'ref' | 'roots'> & {
  readonly nodes: readonly CommentNode[]
  readonly options: ContentOptions
}

const CommentList = ({ nodes, ...list }: CommentListProps) => (
  <ol className="thread-comments">
    {nodes.map((node) => (
      <Comment key={node.comment.id} node={node} {...list} />
    ))}
  </ol>
)

function Comment({ node, ...list }: Omit<CommentListProps, 'nodes'> & { readonly node: CommentNode }) {
  const { t } = useTranslation('app')
  const { comment, replies, isNew, count, newCount } = node
  const { id, author, authorUrl, url, publishedAt, content, score } = comment
  const isCollapsed = list.collapsed.has(id)
  const name = author ?? t('thread.unnamed')
  return (
    <li>
      <article
        className="thread-comment"
        data-comment={id}
        data-new={isNew || undefined}
        aria-current={list.current === id || undefined}
        aria-label={t('thread.by', { name })}
        tabIndex={-1}
        onFocus={() => list.onFocus(id)}
      >
        <header>
          <button
            type="button"
            className="thread-fold"
            aria-expanded={!isCollapsed}
            aria-label={t(isCollapsed ? 'thread.expand' : 'thread.collapse', { name })}
            onClick={() => list.onToggle(id)}
          />
          {authorUrl ? (
            <a className="thread-author" href={safeHref(authorUrl)} target="_blank" rel="noopener noreferrer">
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi className="thread-author">{name}</bdi>
          )}
          {publishedAt &&
            (url ? (
              <a href={safeHref(url)} target="_blank" rel="noopener noreferrer">
                <RelativeTime at={publishedAt} />
              </a>
            ) : (
              <RelativeTime at={publishedAt} />
            ))}
          {score !== null && score !== 0 && <span>{t('thread.score', { count: score })}</span>}
          {isNew && <span className="thread-new">{t('thread.isNew')}</span>}
          {isCollapsed && count > 0 && (
            <span>
              {t('thread.hidden', { count })}
              {newCount > 0 && ` · ${t('thread.new', { count: newCount })}`}
            </span>
          )}
        </header>
        {!isCollapsed &&
          (content === null ? (
            <p className="thread-deleted">{t('thread.deleted')}</p>
          ) : (
            <CommentText html={content} options={list.options} />
          ))}
      </article>
      {!isCollapsed && replies.length > 0 && <CommentList nodes={replies} {...list} />}
    </li>
  )
}

/** Sanitised again here, as all content of others is. */
const CommentText = memo(function CommentText({
  html,
  options,
}: {
  readonly html: string
  readonly options: ContentOptions
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => box.current?.replaceChildren(document.adoptNode(sanitise(html, options))),
    [html, options],
  )
  return <div ref={box} className="ui-prose thread-text" dir="auto" />
})
