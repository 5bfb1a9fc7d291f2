import { Float, Int } from 'type-graphql';
import { field, objectType, optional } from '../declare.js';

export const EstimateType = objectType('Estimate', 'A number that was measured.', {
  value: field(Float, 'The number.'),
  low: optional(Float, 'Lower end of the 95% interval; null if all matches are of one day.'),
  high: optional(Float, 'Upper end of the interval.'),
});

/** Results of a fit to a history besides the slope and the advantage of a side. */
export const FITTED_FIELDS = {
  sideRole: optional(
    String,
    'The role of the side that has the advantage, such as `home`, if its opponent has another role or none. Null: the side that is named first.',
  ),
  favouriteAdvantage: optional(
    EstimateType,
    'Advantage of favourites in matches of more than two sides: this times the chance of a side, 0 to 1, is added to its log odds. Less than 0 if favourites win less often than the slope predicts. Null if there are no such matches, or if it may be 0.',
  ),
  slopeBySides: optional(
    EstimateType,
    'How log odds go with the number of sides, in matches of n > 2 sides: they are multiplied by (n / 2)^this, -1 to 1. Above 0 if the rating system is less confident in larger fields than in smaller ones. Null if there are no such matches, if all have equally many sides, or if it may be 0.',
  ),
};

export const LossDifferenceType = objectType(
  'LossDifference',
  'How the log losses of two rating systems differ, match by match.',
  {
    difference: field(Float, 'Mean difference; below 0 if the first system is better.'),
    low: optional(
      Float,
      'Lower end of the 95% interval, which allows for matches of one day being alike; null if all are of one day.',
    ),
    high: optional(Float, 'Upper end of the interval.'),
  },
);

export const LeagueChancesType = objectType(
  'LeagueChances',
  'How a league changes the chances of its rating system, fitted to its own history: log odds are multiplied by the slope, and one of two sides has the advantage: by its role if sides have roles, or else the first one. In matches of more than two sides, favourites may win more or less often than the slope predicts, and the slope may go with the number of sides. Predictions and expected results use all of these numbers; the queue, which pairs two players before their sides are known, uses the slope.',
  {
    slope: field(EstimateType, 'The slope: less than 1 if the chances of the rating system are overconfident.'),
    sideAdvantage: optional(
      EstimateType,
      'Advantage of one of two sides, such as the home side, in log odds; null if there is none.',
    ),
    ...FITTED_FIELDS,
    gain: field(
      LossDifferenceType,
      'What such a fit to the first part of the matches did to the log loss of the last part; below 0 if it helped.',
    ),
    matches: field(Int, 'Number of matches that it was fitted to.'),
    sequence: field(Int, 'Sequence number of the newest match in the log at that time.'),
    revision: field(Int, "The league's revision at that time."),
  },
);
