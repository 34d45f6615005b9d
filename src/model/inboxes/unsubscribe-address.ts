import type { EntryHead } from '../../local/calls.ts'

/** The List-Unsubscribe address of a newsletter: a page or a mailto address. */
export const unsubscribeAddress = ({ extra }: Pick<EntryHead, 'extra'>): string | undefined =>
  extra?.links?.find(({ type }) => type === 'unsubscribe')?.url
