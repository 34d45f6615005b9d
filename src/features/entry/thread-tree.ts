/** The comments of a thread as a tree, and where the keys go in it. Pure. */
import type { Thread, ThreadComment } from '../../contract/threads.ts'

export type CommentNode = {
  readonly comment: ThreadComment
  readonly isNew: boolean
  readonly replies: readonly CommentNode[]
  /** Of all replies below it, at any depth; and the new ones of them. */
  readonly count: number
  readonly newCount: number
}

/** @param thread in order: each comment after the one it replies to */
export function treeOf({ comments, seenAt }: Pick<Thread, 'comments' | 'seenAt'>): CommentNode[] {
  const roots: CommentNode[] = []
  const path: { node: CommentNode & { count: number; newCount: number }; replies: CommentNode[] }[] = []
  for (const comment of comments) {
    path.length = Math.min(path.length, Math.max(0, comment.depth))
    const isNew = seenAt !== null && comment.publishedAt !== null && Date.parse(comment.publishedAt) > seenAt
    const replies: CommentNode[] = []
    const node = { comment, isNew, replies, count: 0, newCount: 0 }
    ;(path.at(-1)?.replies ?? roots).push(node)
    for (const { node: parent } of path) {
      parent.count += 1
      parent.newCount += isNew ? 1 : 0
    }
    path.push({ node, replies })
  }
  return roots
}

export type ThreadStep = { readonly by: number; readonly of: 'top' | 'new' }

/** @param current id of the comment that has the focus; @returns the id of the comment to go to; null: there is none */
export function stepInThread(
  roots: readonly CommentNode[],
  current: string | null,
  { by, of }: ThreadStep,
): string | null {
  const all = roots.flatMap((root) => listOf(root).map((node) => ({ node, root })))
  const isTarget = ({ node, root }: (typeof all)[number]) => (of === 'new' ? node.isNew : node === root)
  const at = all.findIndex(({ node }) => node.comment.id === current)
  const targets = all.flatMap((one, index) => (isTarget(one) ? [{ id: one.node.comment.id, index }] : []))
  const ahead =
    by > 0
      ? targets.filter(({ index }) => index > at)
      : targets.filter(({ index }) => index < at).toReversed()
  return (ahead[Math.abs(by) - 1] ?? ahead.at(-1))?.id ?? null
}

const listOf = (node: CommentNode): CommentNode[] => [node, ...node.replies.flatMap(listOf)]

/** The ids of the comments around a comment, which hide it when they are collapsed; null where it is not below the nodes. */
export function ancestorsOf(nodes: readonly CommentNode[], id: string): string[] | null {
  for (const { comment, replies } of nodes) {
    if (comment.id === id) return []
    const below = ancestorsOf(replies, id)
    if (below) return [comment.id, ...below]
  }
  return null
}
