/** What an entry is called: its title, else its text, else its address; '' if it has none of them. */
export const entryName = (
  { title, url }: { readonly title: string | null; readonly url: string | null },
  text: string,
): string => title || text || url || ''
