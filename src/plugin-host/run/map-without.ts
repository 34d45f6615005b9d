/** The plugins without one of them. */
export function mapWithout<T>(plugins: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  return new Map([...plugins].filter(([key]) => key !== id))
}
