import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { League } from '../../league/league.js';
import { PICTURE_TYPES } from '../../league/league-picture.js';
import { findPicture } from '../../league/league-picture.repository.js';
import type { Context } from '../context.js';
import { field, objectType } from '../declare.js';
import { Cost } from '../limits/cost.js';
import { LeagueType } from './league.type.js';

interface PictureOf {
  readonly leagueId: number;
  readonly name: string;
}

const LeaguePictureType = objectType('LeaguePicture', 'The picture of a league.', {
  name: field(
    String,
    'Made from the content, with the ending of its type. The site serves the picture at `/l/:league/picture/:name`, for public leagues.',
  ),
});

@Resolver(() => LeaguePictureType)
export class LeaguePictureResolver {
  @FieldResolver(() => String, { description: 'Its media type: `image/png`, `image/jpeg` or `image/webp`.' })
  type(@Root() { name }: PictureOf): string {
    return PICTURE_TYPES[name.slice(name.indexOf('.') + 1) as keyof typeof PICTURE_TYPES];
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The file in Base64, at most 100,000 bytes of it; null if the picture is being replaced.',
  })
  @Cost({ work: 100 })
  async data(@Root() { leagueId, name }: PictureOf, @Ctx() { app }: Context): Promise<string | null> {
    const content = await findPicture(app.database.manager, leagueId, name);
    return content?.toString('base64') ?? null;
  }
}

@Resolver(() => LeagueType)
export class PictureOfLeagueResolver {
  @FieldResolver(() => LeaguePictureType, {
    nullable: true,
    description: 'The picture of the league; null if it has none.',
  })
  picture(@Root() { id, picture }: League): PictureOf | null {
    return picture === null ? null : { leagueId: id, name: picture };
  }
}
