/** Names in the origin's private file system. An incompatible layout would get another folder. */
export const FOLDER = 'follow-v1'
export const DATABASE = 'follow.db'
/** The copy of a database that had to be rebuilt. */
export const BROKEN = 'follow.db.broken'
