"""Where the camera of a film goes, and what photos are about, worked out from places on the table."""

import math

import pytest

from riotsim.play.narration import Turn
from riotsim.replay.clocks import SLOW_AFTER, SLOW_BEFORE
from riotsim.replay.overview import OVERVIEW
from riotsim.replay.recorded_timeline import FOCUS_DISTANCE, FOCUS_END_MS, RecordedTimeline, lay_out
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.timeline import Fall
from riotsim.table.impacts import Collider, Impact
from riotsim.table.pieces import Die, Model, Token
from riotsim.table.poses import Point, Pose, Vector
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import with_tower
from riotsim.viewer.film.camera import (
    ACT_DAMPING,
    ACT_DISTANCE,
    ACT_PITCH,
    CENTRING_SHARE,
    FALL_DAMPING,
    FALL_DISTANCE,
    FALL_HOLD_MS,
    FALL_LEAD_MS,
    FALL_PITCH,
    FIELD_OF_VIEW,
    MIN_DISTANCE,
    ORBIT_ANGLE,
    OVERVIEW_PITCH,
    TOWER_DISTANCE,
    TOWER_RADIUS,
    YAW,
    FollowCamera,
    overview,
)
from riotsim.viewer.film.photo import (
    FIGURE_HEIGHT,
    LARGEST_RADIUS,
    LEAST_RADIUS,
    LOW_PITCH,
    PITCH,
    SHARE,
    SHUTTER_TICKS,
    photo_pose,
    photo_subject,
    shutter,
)
from riotsim.viewer.film.shots import ShotList, camera_from
from riotsim.viewer.input.camera import CameraPose

WIDE = 16 / 9
TABLE = Table(800.0, 600.0)
TURN = Turn(1, "Ann")


def moved_to(*places: Point, table: Table = TABLE) -> tuple[Recording, RecordedTimeline]:
    """Return a recording in which a model is put at places in turn, and its timeline."""
    moments, before = [], table
    for number, at in enumerate(places):
        after = before.with_pieces(Model("m", "Ann", at))
        moments.append(Moment(number, TURN, before, after))
        before = after
    recording = Recording("made_up", "", (), {}, table, tuple(moments), ())
    return recording, lay_out(recording)


def goal(camera: FollowCamera, ms: float) -> CameraPose:
    """Return the pose to which a camera goes at a time of the replay."""
    return camera.pose_at(ms, 1e6)


def test_the_view_of_the_whole_table() -> None:
    """The camera looks from the front at a point a little before the middle of the table, with its tray if any."""
    pose = overview(TABLE, WIDE)
    assert pose.target == pytest.approx((400.0, 288.0, 0.0))
    assert (pose.distance, pose.yaw, pose.pitch) == (OVERVIEW.distance(TABLE, WIDE), YAW, OVERVIEW_PITCH)
    with_tray = Table(800.0, 600.0, tray=Tray(200.0, 150.0, 30.0, (900.0, 100.0)))
    (left, _), (right, _) = with_tray.outline
    assert right > 1100.0 - 1.0
    assert overview(with_tray, WIDE).target[0] == pytest.approx((left + right) / 2)
    camera = camera_from(pose)
    assert (camera.goal, camera.lens) == (pose, FIELD_OF_VIEW)


def beside(at: Point, height: float, distance: float) -> CameraPose:
    """Return the pose of the camera during an act at a place: most of the way from the middle of the table to it."""
    x, y = 400.0 + (at[0] - 400.0) * CENTRING_SHARE, 300.0 + (at[1] - 300.0) * CENTRING_SHARE
    return CameraPose((x, y, height), distance, YAW, ACT_PITCH)


def test_where_the_camera_goes_during_acts() -> None:
    """Before the first moment and near the end, the camera shows the whole table. In between it shows each act from
    nearer, but stays if the next act is less than `FOCUS_DISTANCE` away.
    """
    near = (200.0 + FOCUS_DISTANCE - 1.0, 500.0)
    far = (200.0 + FOCUS_DISTANCE, 500.0)
    recording, timeline = moved_to((200.0, 500.0), near, far)
    camera, whole = FollowCamera(recording, timeline, WIDE), overview(TABLE, WIDE)
    distance = max(whole.distance * ACT_DISTANCE, MIN_DISTANCE)
    begins = [span.begin for span in timeline.spans]
    assert goal(camera, begins[0] - 1.0) == whole
    for ms, at in (
        (begins[0], (200.0, 500.0)), (begins[1], (200.0, 500.0)), (begins[2], far),
        (timeline.end - FOCUS_END_MS - 1.0, far),
    ):  # fmt: skip
        pose = goal(camera, ms)
        assert pose.target == pytest.approx(beside(at, 8.0, 0.0).target)
        assert (pose.distance, pose.yaw, pose.pitch) == pytest.approx((distance, YAW, ACT_PITCH))
    assert goal(camera, timeline.end - FOCUS_END_MS).target == pytest.approx(whole.target)
    empty = Recording("made_up", "", (), {}, TABLE, (), ())
    assert goal(FollowCamera(empty, lay_out(empty), WIDE), 500.0) == whole


def test_towers_near_an_act_are_in_view() -> None:
    """If a tower stands within `TOWER_RADIUS` of an act, the camera looks higher, and from farther away. The tallest
    tower counts, up to the middle of its top die.
    """
    whole = overview(TABLE, WIDE)
    usual = max(whole.distance * ACT_DISTANCE, MIN_DISTANCE)
    for away, dice, high in ((TOWER_RADIUS - 1.0, 30, 472.0), (TOWER_RADIUS + 1.0, 30, 0.0), (20.0, 10, 152.0)):
        table = with_tower(TABLE, dice, name="t", at=(600.0 + away, 200.0))
        table = with_tower(table, 2, name="low", at=(600.0, 230.0))
        recording, timeline = moved_to((600.0, 200.0), table=table)
        high = max(high, 24.0)
        pose = goal(FollowCamera(recording, timeline, WIDE), timeline.spans[0].begin)
        wanted = beside((600.0, 200.0), max(8.0, 0.42 * high), max(usual, TOWER_DISTANCE * high))
        assert pose.target == pytest.approx(wanted.target)
        assert pose.distance == pytest.approx(wanted.distance)


def test_the_camera_glides() -> None:
    """After 1/rate seconds, 1/e of the camera's way to the goal is left, in each part of the pose. If no time passes,
    the camera stays.
    """
    recording, timeline = moved_to((200.0, 500.0))
    camera, whole = FollowCamera(recording, timeline, WIDE), overview(TABLE, WIDE)
    begin = timeline.spans[0].begin
    assert camera.pose_at(begin, 0.0) == whole
    assert camera.pose_at(begin, -1.0) == whole
    pose, end = camera.pose_at(begin, 1.0 / ACT_DAMPING), goal(FollowCamera(recording, timeline, WIDE), begin)
    for now, first, last in (
        *zip(pose.target, whole.target, end.target, strict=True),
        (pose.distance, whole.distance, end.distance), (pose.pitch, whole.pitch, end.pitch),
    ):  # fmt: skip
        assert now == pytest.approx(last + (first - last) / math.e)


@pytest.mark.parametrize(("at", "side"), [((500.0, 200.0), 1.0), ((400.0, 200.0), -1.0), ((100.0, 200.0), -1.0)])
def test_the_camera_at_a_falling_tower(at: Point, side: float) -> None:
    """The camera is close to a falling tower from a little before the slow motion until a little after. Meanwhile it
    moves around the tower. On the right half of the table it moves the other way round.
    """
    recording, timeline = moved_to((200.0, 500.0), (600.0, 100.0))
    first = timeline.spans[0].begin
    timeline.falls = [Fall("t", at, 250.0, first + 2000.0)]
    timeline.end += 9000
    whole = overview(TABLE, WIDE)
    distance = max(whole.distance * FALL_DISTANCE, MIN_DISTANCE, TOWER_DISTANCE * 250.0)
    slow, usual = first + 2000.0 - SLOW_BEFORE, first + 2000.0 + SLOW_AFTER
    for ms, share in (
        (slow - FALL_LEAD_MS - 1.0, None), (slow - FALL_LEAD_MS, 0.0), (slow, 0.0),
        (slow + (SLOW_BEFORE + SLOW_AFTER) / 4, 0.25), (usual, 1.0), (usual + FALL_HOLD_MS, 1.0),
        (usual + FALL_HOLD_MS + 1.0, None),
    ):  # fmt: skip
        pose = goal(FollowCamera(recording, timeline, WIDE), ms)
        if share is None:
            assert pose.pitch == pytest.approx(ACT_PITCH)
            continue
        assert pose.target == pytest.approx((*at, 110.0))
        assert (pose.distance, pose.pitch) == pytest.approx((distance, FALL_PITCH))
        assert pose.yaw == pytest.approx(YAW + side * ORBIT_ANGLE * (share + 0.35))
    low = Fall("t", at, 20.0, first + 2000.0)
    timeline.falls = [Fall("u", (9.0, 9.0), 90.0, first + 2000.0), low]
    pose = goal(FollowCamera(recording, timeline, WIDE), first + 2000.0)
    assert pose.distance == pytest.approx(max(whole.distance * FALL_DISTANCE, MIN_DISTANCE))
    assert pose.target[:2] == pytest.approx(at)
    part = FollowCamera(recording, timeline, WIDE).pose_at(first + 2000.0, 1.0 / FALL_DAMPING)
    assert part.pitch == pytest.approx(FALL_PITCH + (OVERVIEW_PITCH - FALL_PITCH) / math.e)


def test_the_shots_of_a_film() -> None:
    """The number of a film's shots is its length times the pictures per second. Twice the speed halves the length. The
    shots are evenly spaced in the replay. Even the shortest film has one picture.
    """
    recording, timeline = moved_to((200.0, 500.0), (600.0, 100.0))
    for fps, speed in ((30.0, 1.0), (10.0, 2.0)):
        films = ShotList(recording, fps=fps, speed=speed)
        count = round(timeline.end / 1000.0 / speed * fps)
        assert (films.count, films.length) == (count, count / fps)
        shots = list(films.shots())
        assert [shot.ms for shot in shots] == pytest.approx([1000.0 * speed * k / fps for k in range(count)])
        assert shots[0].camera == overview(TABLE, WIDE)
        assert shots[-1].table == recording.moments[-1].after
    assert ShotList(recording, fps=0.001).count == 1
    silent = ShotList(recording).sound()
    assert silent.shape[1] == 2
    assert not silent.any()


# Photos.


def loose(*places: Point, **poses: Pose) -> tuple[Table, dict[str, Pose]]:
    """Return a table with dice at places, and the poses of pieces that move."""
    dice = [Die(f"d{k}", pose=Pose((*at, 8.0))) for k, at in enumerate(places)]
    return TABLE.with_pieces(*dice), poses


def test_which_dice_belong_together() -> None:
    """If there are no towers, a photo shows the die that has the most other dice within `LARGEST_RADIUS`, and these
    dice. Of equal groups, it shows the first.
    """
    far = LARGEST_RADIUS
    for places, names in (
        (((100.0, 100.0), (100.0 + far, 100.0)), ("d0", "d1")),
        (((100.0, 100.0), (101.0 + far, 100.0)), ("d0",)),
        (((100.0, 100.0), (100.0 + far, 100.0), (100.0 + 2 * far, 100.0)), ("d0", "d1", "d2")),
        (((100.0, 100.0), (500.0, 500.0), (510.0, 500.0)), ("d1", "d2")),
        ((), ()),
    ):
        table, _ = loose(*places)
        assert photo_subject(table, {}) == names


def test_what_a_photo_is_about() -> None:
    """A photo shows moving dice and models if there are any. Otherwise it shows the tallest tower of two dice or more,
    with its model. Otherwise it shows loose dice. Moving tokens don't count.
    """
    table, _ = loose((700.0, 500.0))
    one = with_tower(table, 1, name="t", at=(200.0, 200.0))
    assert photo_subject(one, {}) == ("d0",)
    two = with_tower(one, 2, name="m", at=(300.0, 200.0))
    assert photo_subject(two, {}) == ("m-00", "m-01")
    owned = two.with_pieces(Model("m", "Ann", (270.0, 200.0)), Token("coin", Pose((9.0, 9.0, 1.5))))
    assert photo_subject(owned, {}) == ("m-00", "m-01", "m")
    at = Pose((270.0, 200.0, 0.0))
    assert photo_subject(owned, {"coin": at}) == ("m-00", "m-01", "m")
    assert photo_subject(owned, {"coin": at, "m": at, "d0": Pose((300.0, 200.0, 8.0))}) == ("m", "d0")


def shot(table: Table, poses: dict[str, Pose]) -> tuple[Vector, float, float]:
    """Return the target, the distance and the pitch of a photo."""
    pose = photo_pose(table, poses)
    return pose.target, pose.distance, pose.pitch


def test_how_a_photo_frames_its_subject() -> None:
    """A photo's subject is in the middle and fills `SHARE` of the picture's height. A tower or a single die is seen
    from lower down. A subject with a radius below `LEAST_RADIUS` is framed as if it had this radius.
    """

    def away(radius: float) -> float:
        return radius / SHARE / math.sin(FIELD_OF_VIEW / 2)

    table, _ = loose((200.0, 200.0), (300.0, 320.0))
    target, distance, pitch = shot(table, {})
    assert target == pytest.approx((250.0, 260.0, 8.0))
    assert distance == pytest.approx(away(math.hypot(100.0, 120.0, 16.0) / 2))
    assert pitch == PITCH
    target, distance, pitch = shot(table, {"d0": Pose((240.0, 210.0, 100.0))})
    assert target == pytest.approx((240.0, 210.0, 100.0))
    assert (distance, pitch) == pytest.approx((away(LEAST_RADIUS), LOW_PITCH))
    tower = with_tower(TABLE, 10, name="t", at=(300.0, 200.0))
    target, distance, pitch = shot(tower, {})
    assert target == pytest.approx((300.0, 200.0, 80.0))
    assert (distance, pitch) == pytest.approx((away(80.0), LOW_PITCH))
    nell = TABLE.with_pieces(Model("m", "Ann", (300.0, 200.0), level=30.0))
    target, _, _ = shot(nell, {"m": Pose((350.0, 200.0, 5.0))})
    assert target == pytest.approx((350.0, 200.0, 5.0 + FIGURE_HEIGHT / 2))
    with_model = with_tower(nell, 2, name="m", at=(330.0, 200.0))
    target, _, _ = shot(with_model, {})
    assert target == pytest.approx((315.0, 200.0, 34.0))


def test_the_shutter_of_a_photo_clicks_twice() -> None:
    """The shutter's two clicks sound at the middle of the table, `SHUTTER_TICKS` apart. The second one is softer."""
    first, second = shutter(TABLE)
    middle = (400.0, 300.0, 0.0)
    one, other = Collider("model", "shutter"), Collider("model", "camera")
    assert first == Impact(0, one, other, middle, first.speed, first.impulse)
    assert second == Impact(SHUTTER_TICKS, one, other, middle, first.speed, second.impulse)
    assert 0.0 < second.impulse < first.impulse
